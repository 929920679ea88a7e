"""What each decision of Kingdoms asks, and why, in plain language."""

from dynasty_env.kit.phrases import _

QUESTIONS: dict[str, tuple[str, str]] = {
    "setup_deck": (
        _("From which deck do you turn up your next person?"),
        _("Your dynasty begins with three persons, not all from the same deck: a king and two nobles."),
    ),
    "setup_king": (
        _("Who becomes your king?"),
        _("He or she rules both of your countries. The two others become your nobles."),
    ),
    "setup_home": (
        _("Which country is your home?"),
        _("Your persons are incited more easily if their religion differs from that of the king who rules it."),
    ),
    "recruit": (
        _("From which deck does a new person come?"),
        _("Each turn begins with a person who joins the pool. When a deck is empty, the game ends."),
    ),
    "action": (
        _("What does your dynasty do?"),
        _("You have one action in your turn, or none. The prestige of royals and the power of countries are points."),
    ),
    "marriage_king": (
        _("Which of your kings marries?"),
        _("A married king can have children. Prestige is what a refused suit is rolled against."),
    ),
    "marriage_target": (
        _("To whom does your king propose?"),
        _("The spouse's prestige counts for you. The other dynasty may agree; else a die decides."),
    ),
    "consent": (
        _("Do you agree to this marriage?"),
        _("Somebody of yours has been asked for. Whoever marries leaves your dynasty for the other one."),
    ),
    "procreation_king": (
        _("Which of your kings has a child?"),
        _("Two dice, of which one must not exceed the fertility of both parents. Children count their prestige."),
    ),
    "birth_deck": (_("From which deck is the child born?"), _("The king's colour, or the spouse's.")),
    "war_target": (
        _("Which country do you attack?"),
        _("You need more successes than its defence, by more than its power."),
    ),
    "withdraw": (
        _("Do you fight, or withdraw?"),
        _("If you withdraw, the country is lost, but nobody is in danger and nothing is exhausted."),
    ),
    "war_commit": (
        _("Which of your countries do you use for the attack?"),
        _("Their power gives you dice. Whatever is used is exhausted afterwards."),
    ),
    "defend_commit": (
        _("Which of your countries do you use for the defence?"),
        _("Their power gives you dice, besides those of the attacked country. What is used is exhausted afterwards."),
    ),
    "aid": (
        _("Do you help one side in this war?"),
        _("You may use one country of yours for either side. It adds two dice, and is exhausted afterwards."),
    ),
    "war_commander": (
        _("Who commands the attack?"),
        _("Each die up to the commander's war is a success. Won or lost, both commanders then take a death check."),
    ),
    "defend_commander": (
        _("Who commands the defence?"),
        _("Each die up to the commander's war is a success. A defeated defender's death check is harder."),
    ),
    "plunder": (
        _("Plunder the country?"),
        _("You have won the war, and your commander may plunder instead: the country leaves play."),
    ),
    "conquest": (
        _("Who rules the conquered country?"),
        _("One of your kings adds it to his countries, or somebody becomes its king."),
    ),
    "recovery_king": (_("Which of your kings orders the recovery?"), _("His prestige is the number of dice.")),
    "recovery_agent": (
        _("Who carries the recovery out?"),
        _("Each die up to his governance makes one exhausted country normal again."),
    ),
    "recovery_country": (_("Which country recovers?"), _("Exhausted countries cannot be used in a war.")),
    "incite_target": (
        _("Whom do you incite?"),
        _("A rebel is no longer loyal, and his dynasty can start no war. Ambition decides, by one die or two."),
    ),
    "police": (_("Do you send the police?"), _("Somebody has been incited to rebellion.")),
    "suppress_agent": (_("Whom do you send against a rebel?"), _("Governance and prestige count.")),
    "suppress_target": (_("Which rebel is brought to heel?"), _("The higher his prestige, the harder it is.")),
    "suppress_ability": (_("Is the ability used?"), _("It makes success likely, and leaves no mercy.")),
    "suppress_outcome": (_("What becomes of the rebel?"), _("Forgiven, he is loyal again; executed, he leaves play.")),
    "grant_country": (
        _("Which country do you grant?"),
        _("A country of a king who rules several gets a king of its own."),
    ),
    "grant_person": (_("To whom do you grant it?"), _("A child of the king, or a noble, becomes its king.")),
    "reaper_target": (
        _("Whom does the reaper call?"),
        _("The named person takes a death check: a die above his life kills. The others may refuse once a turn."),
    ),
    "veto": (
        _("Do you refuse?"),
        _("Your person has been named. You may refuse once in this turn; then somebody else must be named."),
    ),
    "execution_king": (_("Which king has his spouse executed?"), _("He is free to marry again.")),
    "candidate": (
        _("Whom do you name for the throne?"),
        _("A king has died without a child. Every dynasty names somebody; a die and prestige decide."),
    ),
    "arms": (
        _("Does your candidate take up arms?"),
        _("It adds one to his roll. If he loses all the same, he takes a death check."),
    ),
    "home": (
        _("Which country is your new home?"),
        _("Your home country is lost, and several others are equally strong."),
    ),
    "discard": (
        _("Whom do you send away?"),
        _("The pool holds more persons than there are dynasties. Whoever is sent away does not return."),
    ),
}
"""Phase → question, and why it is asked."""

PURPOSES: dict[str, str] = {
    "marriage": _("A spouse counts its prestige for you, and makes children possible."),
    "procreation": _("A child counts its prestige for you, and may inherit."),
    "war": _("A country that you take counts its power for you. Commanders risk their lives."),
    "recovery": _("Exhausted countries become normal, and can be used in a war again."),
    "incite": _("A rebel of another dynasty is of no use to it, and keeps it from starting a war."),
    "suppress": _("Your rebel becomes loyal again, or is executed. With a rebel you cannot start a war."),
    "grant": _("A child or noble becomes a king, counts his prestige for you, and can have a family of his own."),
    "reaper": _("Somebody takes a death check, and may die."),
    "assassination": _("As the reaper does, without his scythe: somebody takes a death check, and may die."),
    "execution": _("Your king loses a spouse, and may marry again."),
}
"""Kind of action → what it is good for."""
