"""What each phase of the figure duel asks, in plain language."""

from collections.abc import Mapping

from dynasty_env.kit.phrases import _

QUESTIONS: Mapping[str, tuple[str, str]] = {
    "points": (
        _("How much of this ability?"),
        _("You spread 35 points over six abilities. The others see them when all are done."),
    ),
    "leader": (_("Who leads?"), _("The leader may give cards to your other figure.")),
    "place_x": (
        _("Where do you stand: how far from the left wall?"),
        _(
            "At least 4.2 w (three cards' heights) from rim to rim from the others, and clear of the walls. The other "
            "distance comes next."
        ),
    ),
    "place_y": (_("And how far from the upper wall?"), _("Choose a place of this column.")),
    "place_heading": (_("Where do you look?"), _("A figure goes farthest straight ahead, and aims there.")),
    "give": (_("Give a card to your partner?"), _("The others see how many cards you give, and not which.")),
    "pose": (
        _("Where does this weapon point?"),
        _("Poses are hidden until all are done. What the weapon touches on your way you may attack."),
    ),
    "plot": (
        _("Which card comes next?"),
        _(
            "You lay as many as your skill; the rest is discarded. Cards are turned up from the left; the highest acts "
            "first, an A above all. Its number is an hour of the clock round your stand, 12 ahead (A 1, J 11, Q 12): "
            "even ones go along that edge, odd ones turn the stand first, K only turns."
        ),
    ),
    "joker": (_("Act now, with the joker?"), _("A joker is any number you like. Kept back, it is asked about again.")),
    "drop_plot": (_("Which plot is dropped?"), _("Somebody is distracted.")),
    "joker_number": (
        _("What is the joker?"),
        _("Even numbers go along that edge of the stand, odd ones turn it first, K turns on the spot."),
    ),
    "turn_direction": (
        _("In which direction do you lay the card?"),
        _("It is laid at the corner of the stand; you go where it points."),
    ),
    "turn_edge": (
        _("Which edge turns to the card?"),
        _("Your figure turns until that edge lies flush with the card, and goes that way."),
    ),
    "heading": (
        _("How far do you turn?"),
        _(
            "The outer ring turns clockwise, the inner one anticlockwise. A weapon that sweeps over a body "
            "may attack it."
        ),
    ),
    "distance": (_("How far do you go?"), _("Straight on along the cards. Running into somebody, or a wall, hurts.")),
    "attack": (_("Attack?"), _("Your weapon touches a body. Each card above its spirit is one damage.")),
    "shoot": (
        _("Shoot?"),
        _(
            "The nearest body in the line of fire is the target. A hit turns up as many cards as your attack: each "
            "above its spirit is one damage."
        ),
    ),
}
