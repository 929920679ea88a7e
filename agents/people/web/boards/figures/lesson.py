"""A first figure duel: a pose, two plots, a shot, a turn of the stand, and a strike."""

from agents.people.web.boards.lesson import Lesson, Step
from dynasty_env.kit.phrases import _

LESSON = Lesson(
    seed=68,
    seats=2,
    opening=("length:3", "length:8", "angle:+0", "length:13", "length:8", "angle:+180"),
    steps=(
        Step(
            _(
                "You are the Archer, at the left; the Brawler looks at you from the right. A round begins with a pose: "
                "unseen by the other, each weapon gets a direction. Point the bow straight ahead."
            ),
            "angle:+0",
            ("angle:+0", "angle:+0"),
        ),
        Step(
            _(
                "Five of your six cards become the five turns of this round, face down from left to right. Of the "
                "cards that are face up the highest acts first, and its number is an hour on the clock of your stand: "
                "a queen, 12, leads straight ahead. Plot it first."
            ),
            "card:SQ",
        ),
        Step(
            _(
                "Even numbers lead along an edge of the stand. Odd ones turn it first, by less than 60°, and so you "
                "keep somebody in sight who has come near. Plot the five of spades next."
            ),
            "card:S5",
            ("card:D8", "card:C8", "card:H5", "card:CQ", "card:S9", "card:D9", "card:D7", "card:D4"),
        ),
        Step(
            _(
                "Two queens are face up, and spades come before clubs: you act first. All lengths are counted in "
                "widths of a card, w. The bow carries 8 w, and the Brawler is farther away. Drag over the room, or "
                "choose here: go 2 w."
            ),
            "length:2",
        ),
        Step(
            _(
                "When it has moved, a figure may shoot at whoever is in its line of fire. One card is turned up, and "
                "10 or less hits: the chance stands beside it. Shoot."
            ),
            "yes",
            (
                "length:6", "yes", "angle:+30", "length:0.5", "angle:-15", "right", "length:0", "angle:-30", "length:0",
            ),
        ),
        Step(
            _(
                "A king: missed. The Brawler came close, threw its stone for 2 damage, and has no cards left. Now your "
                "five is face up. First say where the card lies: at the corner at 5 o'clock, or up to 30° beside it. "
                "Lay it 15° left of the corner."
            ),
            "angle:-15",
        ),
        Step(
            _(
                "Then one of the two edges beside that corner turns to the card, and the whole figure with it. With "
                "the left one it turns 15° clockwise: your knife will sweep over the Brawler. Choose it."
            ),
            "left",
        ),
        Step(
            _(
                "Your knife touches a body. As many cards as your attack, 5, are turned up, and each that is higher "
                "than the Brawler's spirit, 5, is one damage. Attack."
            ),
            "yes",
        ),
    ),
    closing=_(
        "One damage. You may go on, but stay where you are: the turn ends with the bow again, and the Brawler is still "
        "in its line. Who has lost all vitality is out, and the last one in the room wins. Play on as you like, and "
        "ask “What would a bot do?” for advice."
    ),
)  # fmt: skip
