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
                "You have three persons and two countries. One person becomes king and rules both countries; the "
                "others are nobles. Prestige, P, gives points: crown Francis I, who has 4."
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
                "A turn begins with a person from one of the four decks, who joins the pool. Any dynasty can marry "
                "persons from the pool. Turn up a person from the red deck."
            ),
            "deck:red",
        ),
        Step(
            _(
                "Now for your one action of the turn. Beside each kind of action is its best possible chance. "
                "Without a spouse there are no children, and if your last king dies without an heir, you have no "
                "points: choose marriage."
            ),
            "marriage",
        ),
        Step(
            _(
                "You need nobody's consent to marry one of your own persons. Mary of Hungary brings prestige 3, "
                "which is 3 points. The second chance is the chance of a child in each try."
            ),
            "person:Mary of Hungary",
            ("deck:green", "marriage", "person:Anna of Bohemia", "pass", "deck:red", "marriage", "deck:blue"),
        ),
        Step(
            _(
                "The blue deck has brought Suleiman I, who immediately becomes one of your kings and brings the "
                "Ottoman Empire. Now for a child: of two dice, one must not exceed the fertility of both parents "
                "together, here 2."
            ),
            "procreation",
        ),
        Step(
            _(
                "A 2: a child is born. It comes from the deck of one of its parents. Yellow is Mary's: choose it."
            ),
            "deck:yellow",
            (
                "deck:green", "marriage", "person:Anna of Bohemia", "pass", "person:Maurice of Saxony", "deck:red",
                "procreation", "deck:yellow", "person:Elizabeth I", "deck:yellow",
            ),
        ),
        Step(
            _(
                "Your family is safe, so look at your neighbours. The power of a country gives points, too, and you "
                "roll as many dice as the power of the countries that you use. Declare war."
            ),
            "war",
        ),
        Step(
            _(
                "You can attack only countries that border one of yours. Hungary is independent and has power 1: "
                "with the dice of the Ottoman Empire, and Suleiman in command, nine out of ten attacks succeed."
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
        "Hungary is yours, and Henry III rules it as a king, so his prestige gives points too. Used countries are "
        "exhausted until you recover them. The most points at the end win. Play on as you like, and ask “What would "
        "a bot do?” for advice."
    ),
)  # fmt: skip
