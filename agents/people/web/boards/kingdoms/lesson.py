"""A first game of Kingdoms: a marriage, a child, and a war."""

from agents.people.web.boards.lesson import Lesson, Step
from dynasty_env.kit.phrases import _

LESSON = Lesson(
    seed=208,
    seats=3,
    opening=("deck:blue", "deck:yellow", "deck:blue"),
    steps=(
        Step(
            _(
                "Three persons and two countries are yours. One person becomes king and rules both countries, the "
                "others are nobles. Prestige, the letter P, is points: crown Francis I, who has 4."
            ),
            "person:Francis I",
            (
                "country:Portugal", "deck:red", "deck:green", "deck:yellow", "person:Gustav Vasa",
                "country:Netherlands", "deck:yellow", "deck:yellow", "deck:blue", "person:Antoinette de Bourbon",
                "country:England",
            ),
        ),
        Step(
            _(
                "A turn begins with a person from one of the four decks, who joins the pool. From there anybody "
                "can marry him or her. Turn somebody up from the red deck."
            ),
            "deck:red",
        ),
        Step(
            _(
                "Now your one action of the turn. The chance beside each kind is the best that it can have. "
                "Without a spouse there are no children, and when your last king dies without an heir, you have "
                "no points: choose marriage."
            ),
            "marriage",
        ),
        Step(
            _(
                "A person of your own needs nobody's consent. Mary of Hungary brings prestige 3, as many points. "
                "The second chance is that of a child in each try."
            ),
            "person:Mary of Hungary",
            ("deck:green", "marriage", "person:Anna of Bohemia", "pass", "deck:red", "marriage", "deck:blue"),
        ),
        Step(
            _(
                "The blue deck has sent Suleiman I, who is a king of yours at once and brings the Ottoman Empire. "
                "Now a child: two dice, of which one must not exceed the fertility of both parents together, here "
                "2."
            ),
            "procreation",
        ),
        Step(
            _(
                "A 2: a child is born. It comes from the deck of one of its parents. The yellow one is Mary's: "
                "choose it."
            ),
            "deck:yellow",
            (
                "deck:green", "marriage", "person:Anna of Bohemia", "pass", "person:Maurice of Saxony", "deck:red",
                "procreation", "deck:yellow", "person:Elizabeth I", "deck:yellow",
            ),
        ),
        Step(
            _(
                "Your family is safe, so look at your neighbours. The power of a country is points, too, and the "
                "power of the countries that you use is your dice. Declare war."
            ),
            "war",
        ),
        Step(
            _(
                "Only what borders on a country of yours can be attacked. Hungary is independent and has power 1: "
                "with the dice of the Ottoman Empire and Suleiman in command nine of ten attacks succeed."
            ),
            "country:Hungary",
            (
                "pass", "pass", "person:Suleiman I", "person:Henry III", "person:Philip III", "deck:green",
                "procreation", "deck:yellow", "person:Philip of Hesse", "deck:blue", "procreation", "deck:yellow",
                "person:Anne de Montmorency",
            ),
        ),
    ),
    closing=_(
        "Hungary is yours, and Henry III rules it as a king of his own, so that his prestige counts. Used "
        "countries are exhausted until you recover them. Most points at the end win; play on as you like, and ask "
        "“What would a bot do?” for advice."
    ),
)  # fmt: skip
