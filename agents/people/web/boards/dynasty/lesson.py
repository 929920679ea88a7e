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
                "You have three persons: one becomes king, the others courtiers. Letters stand for their numbers. P, "
                "prestige, gives points for a king: crown Renée of France. Her prestige of 3 is 3 points, and gives "
                "you four dice when you propose."
            ),
            "person:Renée of France",
            (
                "deck:blue", "deck:blue", "deck:green", "person:Louis XIII", "deck:blue", "deck:blue", "deck:green",
                "person:Suleiman I",
            ),
        ),
        Step(
            _(
                "A turn begins with a card for your hand and a new wanderer from one of the four decks. Any dynasty "
                "can marry or hire wanderers. Turn one up from the yellow deck."
            ),
            "deck:yellow",
        ),
        Step(
            _(
                "Now for your one action of the turn. Beside each kind of action is its best possible chance. A king "
                "without a spouse has no children, and a king who dies childless ends your dynasty: choose marriage."
            ),
            "marriage",
        ),
        Step(
            _(
                "The spouse's prestige gives you points, but it is also the number of cards against you. Nostradamus "
                "has prestige 1: one card against your four dice."
            ),
            "person:Nostradamus",
        ),
        Step(
            _(
                "Now everybody may lay cards. For a marriage, red cards count, and the highest one is the number "
                "that your dice must reach. An ace counts 1 and takes the place of a card from the pack: play it, "
                "and see what the others do."
            ),
            "card:DA",
            ("card:H6", "card:H9", "pass", "pass", "pass", "deck:blue", "incite", "person:Gustav Vasa", "pass"),
        ),
        Step(
            _(
                "It was enough: you are married. Now another dynasty wants to win over Gustav Vasa, and you may lay "
                "cards against that, too. For an incitement, black cards count: with your jack, three dice must "
                "reach 11. See how the chance falls, and play it."
            ),
            "card:CJ",
            ("card:C10", "pass", "pass", "deck:blue", "reaper", "person:Louise of Savoy", "pass", "deck:blue"),
        ),
        Step(
            _(
                "It failed by one. The wanderer of your new turn is already there, so it is time for your action "
                "again. A country's power gives points, and a dynasty without any country has no points. Declare war."
            ),
            "war",
        ),
        Step(
            _(
                "You can attack any country, near or far. Ireland belongs to nobody and has power 1, so there is one "
                "card against you. Choose it; Christian II, whose war is 3, will command."
            ),
            "country:Ireland",
            ("person:Christian II", "pass", "pass", "card:S8", "pass", "pass"),
        ),
    ),
    closing=_(
        "Ireland is yours. The game ends when a king dies childless, a dynasty has no country left, or a deck is "
        "empty; the most points win. Play on as you like: “What would a bot do?” gives advice, and pointing at a "
        "name or a number explains it."
    ),
)  # fmt: skip
