"""What each decision of Three Kingdoms asks, and why, in plain language; and what options are good for."""

from dynasty_env.kit.phrases import _

QUESTIONS: dict[str, tuple[str, str]] = {
    "power": (_("Which country do you play?"), _("All others without a player become minor powers.")),
    "setup_place": (
        _("Does everybody stand where you want him?"),
        _("Before the game begins you may move troops and generals among your areas."),
    ),
    "act": (
        _("What does your country do?"),
        _("Each of your areas raises troops and sends envoys, or it invades. Choose one after another on the map."),
    ),
    "levy_group": (
        _("Who recruits one more soldier?"),
        _("A die up to a general's administration is a success. Several together add their numbers, for one soldier."),
    ),
    "diplomacy_group": (
        _("Who goes as an envoy?"),
        _("A die up to his diplomacy brings two points. Several together add their numbers, for one success."),
    ),
    "ban_side": (
        _("Which border?"),
        _("Nobody invades across a border with a ban marker. Each thaw takes one marker from every border."),
    ),
    "ally_answer": (
        _("Do you agree to an alliance?"),
        _("It holds until this phase ends. You do not attack each other, and may invade somebody together."),
    ),
    "invade_area": (
        _("From where do you march?"),
        _("Several areas may march on one target. At least one general and one soldier go from each."),
    ),
    "invade_generals": (
        _("Which generals march?"),
        _("In a fight, dice decide whether valour, command or wits count. Who stays behind defends the area."),
    ),
    "invade_troops": (
        _("How many troops march?"),
        _("An army without troops is destroyed, and its generals may be captured. Who stays behind defends the area."),
    ),
    "join": (
        _("Do you send anybody along?"),
        _("Your ally invades, and pays for what you may use. Losses are shared."),
    ),
    "proxy": (
        _("Who plays the defender?"),
        _("Nobody's country defends itself: somebody who has no part in the fight plays it."),
    ),
    "loss_split": (_("Who bears the losses?"), _("You propose, and your partner may refuse: then they are shared.")),
    "loss_accept": (_("Do you bear losses in this way?"), _("If you refuse, they are shared evenly.")),
    "duel_pick": (
        _("Who fights a duel?"),
        _("Each fights one enemy: a die plus valour. The lower one loses the difference in troops, at most three."),
    ),
    "battle_pick": (
        _("Who leads the battle?"),
        _("A die plus the sum of their command. Cities and rivers help the defender, and every ten troops count one."),
    ),
    "stratagem_pick": (
        _("Who thinks out a stratagem?"),
        _("A die plus the sum of their wits. The lower side loses troops."),
    ),
    "retreat": (
        _("Do you retreat?"),
        _("The enemy pursues and may hurt you once more, but the fight is over. Else it goes on."),
    ),
    "retreat_to": (_("Where do you retreat?"), _("All together, or each part by itself.")),
    "retreat_general": (_("Where does this general retreat?"), _("The others are asked about one after the other.")),
    "retreat_troops": (_("Where do troops retreat?"), _("Then you say how many of them.")),
    "retreat_amount": (_("How many troops go there?"), _("You are asked about the others again.")),
    "flee_to": (
        _("Where do the generals flee?"),
        _("Your army is destroyed. Dice decide who is captured: far flights are riskier than near ones."),
    ),
    "flee_general": (
        _("Where does this general flee?"),
        _("To an area next to the fight he escapes more easily than to one far away."),
    ),
    "control_tie": (_("Who gets the area?"), _("Several countries of the army have equally many troops left.")),
    "hand_over": (_("Do you hand the area over?"), _("It is yours, and you may give it to a partner.")),
    "redeploy": (
        _("Do you move anybody among your areas?"),
        _("Generals go three borders far and troops two; rivers and mountains count double."),
    ),
    "redeploy_to": (_("Where to?"), _("You say next who and how many.")),
    "redeploy_generals": (_("Which generals go there?"), _("Each moves once in a redeployment.")),
    "redeploy_troops": (_("How many troops go there?"), _("Each moves once in a redeployment.")),
    "heir_area": (_("Where does the heir appear?"), _("Your ruler is lost. The next of the line takes over.")),
}
"""Phase → question, and why it is asked."""

PURPOSES: dict[str, str] = {
    "levy the rest": _("Each own area that is left raises troops of its strength, and its generals roll for more."),
    "diplomacy": _("Envoys at your ruler's court win points, which buy alliances and ban markers in this phase."),
    "ban": _("One point. Nobody invades across that border as long as the marker lies there."),
    "lift": _("One point. The border can be crossed again."),
    "evenly": _("What does not divide falls to the largest force."),
    "mine first": _("Your partner suffers only when you have no troops left."),
    "yours first": _("You suffer only when your partner has no troops left."),
    "each": _("One after the other, each by himself."),
    "all but the ruler": _("If a ruler is lost, his heir follows; without an heir the country falls."),
}
"""Name of an action → what it is good for, whenever it is offered."""

OF_PHASE: dict[tuple[str, str], str] = {
    ("act", "done"): _("What has done nothing stays where it is. You may still move units afterwards."),
    ("setup_place", "done"): _("The game begins with everybody there."),
    ("ally_answer", "yes"): _("You may march with them, as far as they pay with their points."),
    ("ally_answer", "no"): _("They may invade you in this phase, if they want to."),
    ("retreat", "yes"): _("The enemy rolls once for a pursuit, then you go."),
    ("retreat", "no"): _("If nobody retreats, another round is fought."),
    ("invade_area", "done"): _("The army marches with all whom you have named."),
    ("redeploy", "done"): _("Your phase is over."),
    ("hand_over", "done"): _("It stays yours."),
    ("duel_pick", "done"): _("An enemy without an opponent costs you troops."),
    ("levy_group", "yes"): _("Those named so far roll one die together."),
    ("diplomacy_group", "yes"): _("Those named so far roll one die together."),
}
"""The same for actions that mean something else in each phase."""
