"""What each decision of Shinsengumi asks, and why, in plain language."""

from dynasty_env.kit.phrases import _

QUESTIONS: dict[str, tuple[str, str]] = {
    "pick_self": (
        _("In whom do you live?"),
        _("He is your self. When he dies, you live on in somebody else."),
    ),
    "event_cell": (_("Where does this event happen?"), _("It may lie on the cells that are marked.")),
    "event_person": (_("To whom does this event happen?"), _("It stays with him.")),
    "move": (
        _("Who moves next?"),
        _("He takes the first free one of his arrows 1–4, unless stones turn him. A black arrow tests his bushido."),
    ),
    "wait": (
        _("“Wait!”: do you lay a stone?"),
        _("The arrow with most stones is taken; white stones go on white arrows, black ones on black arrows."),
    ),
    "fight_order": (_("Which fight comes next?"), _("More than one has been set off. You choose the order.")),
    "assassinate_target": (_("Whom does he try to kill?"), _("A die of at most his combat kills.")),
    "bully_target": (_("Whom does he drive down?"), _("The other moves one cell down, without marker or fight.")),
    "ishida": (
        _("Do you use the Ishida powder?"),
        _("It cancels one removal, and is then used up."),
    ),
}
"""Phase → question, and why it is asked."""
