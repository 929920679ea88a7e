"""A first game of Dynasty: a marriage with one of the player's own cards, a card against somebody, and a war."""

from agents.people.web.boards.lesson import Lesson, Step
from dynasty_env.kit.phrases import _

LESSON = Lesson(
    seed=253,
    seats=3,
    opening=("deck:blue", "deck:blue", "deck:green"),
    steps=(
        Step(
            _(
                "Three persons have come to you: one becomes king, the others courtiers. Letters stand for "
                "numbers; P, prestige, is what a king counts. Crown Renée of France: her prestige 3 is points, "
                "and gives you four dice when you propose."
            ),
            "person:Renée of France",
            (
                "deck:blue", "deck:blue", "deck:green", "person:Louis XIII", "deck:blue", "deck:blue", "deck:green",
                "person:Suleiman I",
            ),
        ),
        Step(
            _(
                "A turn begins with a card for your hand and a new wanderer from one of the four decks. Whoever "
                "wanders can be married or hired by anybody. Turn one up from the yellow deck."
            ),
            "deck:yellow",
        ),
        Step(
            _(
                "Now your one action of the turn. Beside each kind stands the best chance that it can have. A "
                "king without a spouse has no children, and a king who dies childless ends your dynasty: choose "
                "marriage."
            ),
            "marriage",
        ),
        Step(
            _(
                "The spouse's prestige counts for you; the higher it is, the more cards stand against you. "
                "Nostradamus has prestige 1: one card against your four dice."
            ),
            "person:Nostradamus",
        ),
        Step(
            _(
                "Now everybody may lay cards. For a marriage red cards count, and the highest one is the number "
                "that your dice must reach. An ace counts 1 and takes the place of a card from the pack: play it, "
                "and see what the others do."
            ),
            "card:DA",
            ("card:H6", "card:H9", "pass", "pass", "pass", "deck:blue", "incite", "person:Gustav Vasa", "pass"),
        ),
        Step(
            _(
                "It was enough: you are married. Now another dynasty wants to win Gustav Vasa over, and you may "
                "lay cards in this, too. For an incitement black cards count: your jack makes it 11 that three "
                "dice must reach. See how the chance falls, and play it."
            ),
            "card:CJ",
            ("card:C10", "pass", "pass", "deck:blue", "reaper", "person:Louise of Savoy", "pass", "deck:blue"),
        ),
        Step(
            _(
                "It failed by one. The wanderer of your new turn is there already, so it is your action again. A "
                "country counts its power in points, and a dynasty without any country has no points. Declare "
                "war."
            ),
            "war",
        ),
        Step(
            _(
                "Any country can be attacked, near or far. Ireland belongs to nobody and has power 1, so one card "
                "stands against you. Choose it; Christian II, whose war is 3, will command."
            ),
            "country:Ireland",
            ("person:Christian II", "pass", "pass", "card:S8", "pass", "pass"),
        ),
    ),
    closing=_(
        "Ireland is yours. The game ends when a king dies childless, a dynasty has no country left, or a deck is "
        "empty; most points win. Play on as you like: “What would a bot do?” gives advice, and names and "
        "numbers explain themselves when you point at them."
    ),
)  # fmt: skip
