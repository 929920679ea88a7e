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
                "You are the Archer, on the left; the Brawler faces you from the right. A round begins with a pose: "
                "you secretly choose a direction for each weapon. Point the bow straight ahead."
            ),
            "angle:+0",
            ("angle:+0", "angle:+0"),
        ),
        Step(
            _(
                "Five of your six cards become your five turns of this round, face down from left to right. The "
                "highest face-up card acts first, and its number is an hour on the clock around your stand: a queen, "
                "12, leads straight ahead. Plot it first."
            ),
            "card:SQ",
        ),
        Step(
            _(
                "Even numbers lead along an edge of the stand. Odd ones turn it first, by less than 60°, which lets "
                "you keep a nearby opponent in sight. Plot the five of spades next."
            ),
            "card:S5",
            ("card:D8", "card:C8", "card:H5", "card:CQ", "card:S9", "card:D9", "card:D7", "card:D4"),
        ),
        Step(
            _(
                "Two queens are face up, and spades come before clubs: you act first. All lengths are measured in "
                "card widths, w. The bow has a range of 8 w, and the Brawler is farther away. Drag over the room, or "
                "choose here: go 2 w."
            ),
            "length:2",
        ),
        Step(
            _(
                "After moving, a figure may shoot at a target in its line of fire. One card is turned up, and 10 or "
                "less hits: the chance is shown beside it. Shoot."
            ),
            "yes",
            (
                "length:6", "yes", "angle:+30", "length:0.5", "angle:-15", "right", "length:0", "angle:-30", "length:0",
            ),
        ),
        Step(
            _(
                "A king: missed. The Brawler came close, threw its stone for 2 damage, and has no cards left. Now "
                "your five is face up. First choose how the card lies: at the corner at 5 o'clock, or up to 30° "
                "beside it. Lay it 15° left of the corner."
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
                "Your knife touches a body. You turn up as many cards as your attack, 5, and each that is above the "
                "Brawler's spirit, 5, is one damage. Attack."
            ),
            "yes",
        ),
    ),
    closing=_(
        "One damage. You may go on, but stay where you are: the turn ends with the bow again, and the Brawler is "
        "still in its line of fire. A figure that has lost all vitality is out, and the last one standing wins. Play "
        "on as you like, and ask “What would a bot do?” for advice."
    ),
)  # fmt: skip
