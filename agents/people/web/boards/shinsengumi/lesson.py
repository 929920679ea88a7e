"""A first game of Shinsengumi: an event, moves by white and black arrows, and “Wait!” on both sides."""

from agents.people.web.boards.lesson import Lesson, Step
from dynasty_env.kit.phrases import _

LESSON = Lesson(
    seed=29,
    seats=2,
    opening=(),
    steps=(
        Step(
            _(
                "You live as one of these men; when he dies, you live on as another. At the end, the half of the "
                "board with more esteem, E, wins, and on it the player who stands highest. Live as Hijikata Toshizo: "
                "he has E4, and with bushido, B, 5 he hardly ever loses his nerve. He stands on the right half."
            ),
            "person:Hijikata Toshizo",
            ("person:Okita Soji",),
        ),
        Step(
            _(
                "Each turn brings an event. Two persons who meet beside Aburanokoji have to fight: put it at 2.5, "
                "far from you."
            ),
            "cell:2.5",
        ),
        Step(
            _(
                "In your turn you name everybody once, and each takes one step. Ito Kashitaro has E4 and stands on "
                "the left half. You want him on your half, the right one: name him."
            ),
            "person:Ito Kashitaro",
        ),
        Step(
            _(
                "On his own, he follows his first free arrow, a black one up. You can redirect people with white and "
                "black stones: they follow the arrow with the most stones. Lay a white stone on his white arrow to "
                "the right."
            ),
            "arrow:4",
            (
                "pass", "pass", "person:Suzuki Mikisaburo", "pass", "pass", "person:Ogata Shuntaro", "pass", "arrow:3",
                "pass", "pass",
            ),
        ),
        Step(
            _(
                "He has crossed over: his esteem now counts for your half. Then your rival laid a black stone on "
                "Ogata. On a black arrow, a die above bushido makes a man lose his nerve: he rolled 5 against 3 and "
                "fled. Saito Hajime has come in his place; name Saito, whose first arrow is white and safe."
            ),
            "person:Saito Hajime",
            ("pass", "pass", "person:Ichimura Tetsunosuke", "pass", "pass", "person:Okita Soji"),
        ),
        Step(
            _(
                "Okita Soji is your rival's self, and wants to go up. Higher on the winning half is better, so turn "
                "him aside with a white stone on his arrow to the left."
            ),
            "arrow:2",
            ("pass", "pass"),
        ),
        Step(
            _(
                "Your own self moves last. His first arrow leads down. Lay your black stone on the arrow up: only a "
                "6 is above his bushido of 5."
            ),
            "arrow:3",
            ("pass", "pass", "cell:3.1", "person:Hijikata Toshizo", "pass"),
        ),
        Step(
            _(
                "It is your rival's turn, and your rival has named you to send you down. You have new stones, as "
                "many as your self's debate, D. Say “Wait!” and lay a black stone on the arrow up."
            ),
            "arrow:3",
            ("pass", "pass", "person:Okita Soji", "pass"),
        ),
    ),
    closing=_(
        "You stand higher than before. After twelve turns, two a year, 1868 is over, and what counts is where "
        "everybody stands then. Play on as you like, and ask “What would a bot do?” for advice."
    ),
)  # fmt: skip
