"""A first game of Three Kingdoms: an invasion, a duel with a ruler, a levy, and a defence that ends a country."""

from agents.people.web.boards.lesson import Lesson, Step
from dynasty_env.kit.phrases import _

LESSON = Lesson(
    seed=130,
    seats=3,
    options={"scenario": 1, "powers": 2},
    opening=(
        "done", "done", "done",
        "invade:Xuchang", "general:1", "general:2", "general:1", "troops:1",
        "invade:Yuzhou", "general:2", "general:2", "general:1", "troops:1", "done",
        "invade:Xuchang", "all but the ruler", "troops:5", "all", "all", "area:Runan",
        "invade:Chenliu", "troops:1",
        "invade:Bingzhou", "area:Changan", "all", "troops:15", "area:Hongnong", "all", "troops:8",
        "country:Yuan Shu", "all", "no", "yes", "area:Youzhou", "done",
    ),
    steps=(
        Step(
            _(
                "The year is 190. You are Yuan Shao, in the north: Jizhou and Yangping are yours. Markers drawn from "
                "a cup say whose turn it is, and now it is yours. Dong Zhuo himself is in Chenliu, south of you, "
                "with a single soldier: invade it."
            ),
            "invade:Chenliu",
        ),
        Step(
            _(
                "At least one general and one soldier march. A general has valour, V, for duels, command, C, for "
                "battles and wits, W, for stratagems; those who stay behind defend your area. Send Wen Chou, valour "
                "6, alone."
            ),
            "general:1",
            ("done",),
        ),
        Step(
            _(
                "Losses are counted in troops, and an army without any is destroyed. Six are enough here, and six "
                "then stay in Yangping: choose 6."
            ),
            "troops:6",
        ),
        Step(
            _(
                "Two dice have decided how this round is fought: with a duel. Both sides secretly name generals; "
                "each adds a die to his valour, and the lower side loses the difference in troops. Name the best."
            ),
            "all",
            ("all",),
        ),
        Step(
            _(
                "Nobody was ahead. After each round the attacker may retreat, then the defender; the other side "
                "pursues, which may cost troops. You are stronger: stay."
            ),
            "no",
            ("yes", "area:Luoyang", "area:Luoyang"),
        ),
        Step(
            _(
                "Dong Zhuo fled, lost his last soldier in the pursuit, and is your captive: he serves you from now "
                "on, and his brother rules in his place. Areas that do not invade may levy troops, as many as their "
                "strength. Jizhou has 6: levy there."
            ),
            "levy:Jizhou",
        ),
        Step(
            _(
                "Each general there may roll a die; a roll up to his administration, A, brings one more soldier. Let "
                "each general roll separately."
            ),
            "each",
            ("done", "done", "invade:Chenliu", "area:Luoyang", "troops:8", "done", "all"),
        ),
        Step(
            _(
                "A new turn: destiny cards have brought generals into the game and taken others away. Dong Min wants "
                "Chenliu back, and the dice have decided on a battle: a die plus the command of the generals named. "
                "You have Wen Chou and your captive: name both."
            ),
            "all",
            ("no", "no", "all", "all", "area:Xuchang", "levy the rest", "done"),
        ),
    ),
    closing=_(
        "You captured Dong Min, and since his country had no heir left, it fell to you. The game goes on until a "
        "card ends it in the next period; the strength of your areas and their cities are your points. Mind the "
        "borders, talk to others through diplomacy, and play on as you like: “What would a bot do?” gives advice."
    ),
)  # fmt: skip
