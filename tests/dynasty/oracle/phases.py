"""A second reading of the rulebook: which decisions belong together (ch. 7)."""

SETUP_PHASES = frozenset({"setup_deck", "setup_king"})
CARD_PHASES = frozenset({"interrupt", "joker"})  # there may be cards on the table
IN_WINDOW = frozenset({"event_target", "sortie"})  # an event has been played, it may be in a window
ROLLED = frozenset({"dice"})  # after the roll, before its cards are discarded
REAPER_PHASES = frozenset({"reaper_target", "veto"})
AFTERMATH_PHASES = frozenset({"discard_wanderer", "discard_card"})
WAR_PHASES = frozenset({"warrior", "war_commander", "friend", "war_defender", "sortie", "plunder", "check_order"})
DRAWN_PHASES = frozenset({"neuroi_country", "exile"})  # SW02-06-01: it goes on at once
WINDOW_PHASES = CARD_PHASES | IN_WINDOW | ROLLED
