"""What each decision of Dynasty asks, and why, in plain language."""

from dynasty_env.kit.phrases import _

QUESTIONS: dict[str, tuple[str, str]] = {
    "setup_deck": (
        _("From which deck do you turn up your next person?"),
        _("Each dynasty begins with three persons, not all from the same deck."),
    ),
    "setup_king": (_("Who becomes your king?"), _("The two others become your courtiers.")),
    "recruit": (
        _("From which deck does a new wanderer come?"),
        _("Each turn begins with a card in hand and a person who joins the wanderers."),
    ),
    "foresight": (_("Keep this card, or put it back?"), _("Your Seer sees the top of the deck.")),
    "action": (_("What does your dynasty do?"), _("You have one action in your turn, or none.")),
    "marriage_target": (
        _("To whom does your king propose?"),
        _("The higher the chosen one's prestige, the more cards stand against you. Your king's is your dice."),
    ),
    "procreation_spouse": (_("With which spouse?"), _("The spouse's fertility makes it easier.")),
    "war_target": (
        _("Which country do you attack?"),
        _("Its power, and its defender's war, call for cards against you."),
    ),
    "war_commander": (
        _("Who commands the attack?"),
        _("The commander's war and one more are your dice. Won or lost, both commanders then take a death check."),
    ),
    "war_defender": (
        _("Who defends your country?"),
        _("The defender's war calls for more cards. Afterwards both commanders take a death check."),
    ),
    "hire_recruiter": (_("Who goes to hire?"), _("Governance rolls the dice; the same bloodline adds one.")),
    "hire_candidate": (_("Whom do you hire?"), _("The higher the ambition, the harder to hire.")),
    "incite_target": (
        _("Whom do you incite?"),
        _("The target's ambition is your dice; the prestige of his king calls for cards."),
    ),
    "reaper_target": (
        _("Whom does the reaper call?"),
        _("The named person takes a death check: a die above his life kills. The others may refuse once a turn."),
    ),
    "veto": (
        _("Do you refuse?"),
        _("Your person has been named. You may refuse once in this turn; then somebody else must be named."),
    ),
    "interrupt": (
        _("Do you play a card?"),
        _("The highest counting card on the table is the success value. The dice must reach it."),
    ),
    "joker": (_("Which number is the joker?"), _("It came from the pack; whose turn it is names it.")),
    "birth_deck": (_("From which deck is the child born?"), _("The king's bloodline, or the spouse's.")),
    "plunder": (_("Plunder the country?"), _("You have won the war, and your commander may plunder instead.")),
    "police": (_("Do you send the police?"), _("Somebody of yours has been incited to leave.")),
    "suppression_target": (_("Whom do you have suppressed?"), _("One of your own: a die of 5 or 6 kills.")),
    "execution_target": (_("Which spouse is executed?"), _("Your king is free to marry again.")),
    "matchmaking_child": (_("For which child do you make a match?"), _("The child will marry another king.")),
    "matchmaking_target": (_("To which king is the child offered?"), _("A die above the king's prestige succeeds.")),
    "lightning_target": (_("Whom does the lightning strike?"), _("The victim takes a death check.")),
    "search_ace": (_("Which ace do you discard?"), _("A wide search costs an ace.")),
    "search_deck": (_("Which deck do you look through?"), _("You may take somebody out of it.")),
    "search_person": (_("Whom do you take?"), _("The person becomes your courtier; the deck is shuffled.")),
    "dice": (_("Do you change a die?"), _("Your Deflector may turn two dice.")),
    "cancel": (_("Do you cancel this action?"), _("It costs a red card or a joker, and the turn counts as passed.")),
    "event": (_("Do you play an event?"), _("Events lie face down before you until you play them.")),
    "event_target": (_("On whom do you play it?"), _("It stays with that person.")),
    "warrior": (_("Does anybody go warrior's way?"), _("He wins the war by himself, for two death checks.")),
    "friend": (_("Who must come along?"), _("Your commander may force a friend.")),
    "sortie": (_("Whom do you send?"), _("Every dynasty sends at least three against the Neuroi.")),
    "check_order": (_("Who takes the next death check?"), _("All who were sent take one.")),
    "neuroi_country": (_("Where do the Neuroi appear?"), _("They occupy a country, and spread by land from there.")),
    "exile": (_("Where do you find refuge?"), _("Your last territory has been taken.")),
    "discard_wanderer": (_("Which wanderer do you send away?"), _("There are more wanderers than dynasties.")),
    "discard_card": (_("Which card do you discard?"), _("You hold more cards than you may keep.")),
}
"""Phase → question, and why it is asked."""

PURPOSES: dict[str, str] = {
    "marriage": _("A spouse counts its prestige for you, and makes children possible."),
    "procreation": _("A child counts its prestige for you, and may inherit."),
    "war": _("A country that you take counts its power for you. Commanders risk their lives."),
    "hire": _("A wanderer becomes a courtier of yours: somebody to command, to hire, or to marry."),
    "incite": _("Somebody of another dynasty becomes a courtier of yours."),
    "reaper": _("Somebody takes a death check, and may die."),
    "assassination": _("As the reaper does, without his scythe: somebody takes a death check, and may die."),
    "suppression": _("A die of 5 or 6 rids you of a person of your own."),
    "matchmaking": _("A child of yours marries the king of another dynasty."),
    "execution": _("Your king loses a spouse, and may marry again."),
    "lightning": _("Somebody is struck, takes a death check, and may die."),
    "search": _("You look through a person deck, and may take somebody out."),
}
"""Kind of action → what it is good for."""
