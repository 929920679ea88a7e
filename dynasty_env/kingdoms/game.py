"""Kingdoms put together as a `Game`."""

from typing import Any, ClassVar

from dynasty_env.europe.rules import ending, scythe
from dynasty_env.kingdoms import actions
from dynasty_env.kingdoms.greedy import player
from dynasty_env.kingdoms.material import COUNTRIES, DATA, FIRST_PERSONS, PERSONS, SEATS
from dynasty_env.kingdoms.rules import (
    audit,
    battle,
    conquest,
    contest,
    countries,
    death,
    execution,
    grant,
    incite,
    marriage,
    procreation,
    reaper,
    recovery,
    score,
    setup,
    suppress,
    turn,
    war,
)
from dynasty_env.kingdoms.saved import save
from dynasty_env.kingdoms.seen import hide, view
from dynasty_env.kingdoms.steps import Step, Told
from dynasty_env.kingdoms.table import TABLE
from dynasty_env.kingdoms.told import chronicle, names, prospects, terminal, words
from dynasty_env.kit.engine import choice
from dynasty_env.kit.engine.loop import Automatic, Phase
from dynasty_env.kit.game import Option
from dynasty_env.kit.glossary import Glossary
from dynasty_env.kit.rulebook import Modules, Rulebook
from dynasty_env.kit.state import State

TURNS = PERSONS - 2 * FIRST_PERSONS
"""Every turn takes a card of a person deck; the fewer dynasties, the more are left of them."""
CONTEST = 2 * SEATS + SEATS
"""Candidates and arms, and new home countries."""
A_TURN = 3 + 2 + (COUNTRIES + 1) + (SEATS - 2) + 2 + 2 + SEATS + 2 * CONTEST
"""Most decisions of a turn, which are those of a war: deck, action, discard; battlefield, withdrawal; each country used
once, and twice done; aid; commanders; plunder and conquest; new home countries; two successions."""
LONGEST = SEATS * (FIRST_PERSONS + 2) + TURNS * A_TURN


class Kingdoms(Rulebook):
    """2–6 dynasties with many kings each, and dice: the variant of Dynasty whose table of actions is the rulebook."""

    name = "kingdoms_v0"
    agent = "kingdom"
    dtype = TABLE
    seats = (2, 6)
    longest = LONGEST
    points_bound = ending.POINTS_BOUND
    action_names = actions.ACTION_NAMES
    layout = view.LAYOUT
    highlights = names.HIGHLIGHTS
    goal = (
        "Most points at the end win: the prestige of all your kings, their spouses and children, and the power of all "
        "your countries. The game ends when a dynasty has no king, a person deck is empty, or the last round is over; "
        "a dynasty without a king has no points."
    )
    examples = "“fran”, “charles v”, “aid attack spain”"
    glossary = Glossary(DATA / "glossary.csv")
    modules = Modules(words, prospects, chronicle, terminal, save, picture="dynasty_env.kingdoms.told.picture")
    rules: ClassVar = {
        "deal": setup.deal,
        "observe": view.observe,
        "hide": hide.hide,
        "returns": ending.returns,
        "audit": audit.audit,
        "greedy": choice.worthiest_action,
    }
    bindings: ClassVar = {
        "points": score.points,
        "rank_key": score.rank_key,
        "reap": reaper.reap,
        "step": Step,
        "told": Told,
        "mind": player.mind,
        "look": player.look,
        "worth": player.worth,
    }
    options = (
        Option("num_players", 4, (2, 3, 4, 5, 6), "dynasties at the table"),
        Option("max_rounds", 20, (5, 10, 20, 40), "rounds that are played at most (K7 c)"),
        Option("abilities", True, (True, False), "special abilities of persons (K29)"),
        Option("kin_marriage", True, (True, False), "a king may marry a child of his own (K8)"),
        Option("ask_forced", False, (False, True), "ask decisions with a single legal action too"),
    )
    phases = (
        Phase(Step.SETUP_DECK, setup.legal_setup_deck, setup.play_setup_deck),
        Phase(Step.SETUP_KING, setup.legal_setup_king, setup.play_setup_king),
        Phase(Step.SETUP_HOME, setup.legal_setup_home, setup.play_setup_home),
        Phase(Step.RECRUIT, turn.legal_recruit, turn.play_recruit),
        Phase(Step.ACTION, turn.legal_action, turn.play_action),
        Phase(Step.MARRIAGE_KING, marriage.legal_marriage_king, marriage.play_marriage_king),
        Phase(Step.MARRIAGE_TARGET, marriage.legal_marriage_target, marriage.play_marriage_target),
        Phase(Step.CONSENT, marriage.legal_consent, marriage.play_consent),
        Phase(Step.PROCREATION_KING, procreation.legal_procreation_king, procreation.play_procreation_king),
        Phase(Step.BIRTH_DECK, procreation.legal_birth_deck, procreation.play_birth_deck),
        Phase(Step.WAR_TARGET, war.legal_war_target, war.play_war_target),
        Phase(Step.WITHDRAW, war.legal_withdraw, war.play_withdraw),
        Phase(Step.WAR_COMMIT, war.legal_war_commit, war.play_war_commit),
        Phase(Step.DEFEND_COMMIT, war.legal_defend_commit, war.play_defend_commit),
        Phase(Step.AID, war.legal_aid, war.play_aid),
        Phase(Step.WAR_COMMANDER, war.legal_war_commander, war.play_war_commander),
        Phase(Step.DEFEND_COMMANDER, war.legal_defend_commander, war.play_defend_commander),
        Phase(Step.PLUNDER, conquest.legal_plunder, conquest.play_plunder),
        Phase(Step.CONQUEST, conquest.legal_conquest, conquest.play_conquest),
        Phase(Step.RECOVERY_KING, recovery.legal_recovery_king, recovery.play_recovery_king),
        Phase(Step.RECOVERY_AGENT, recovery.legal_recovery_agent, recovery.play_recovery_agent),
        Phase(Step.RECOVERY_COUNTRY, recovery.legal_recovery_country, recovery.play_recovery_country),
        Phase(Step.INCITE_TARGET, incite.legal_incite_target, incite.play_incite_target),
        Phase(Step.POLICE, incite.legal_police, incite.play_police),
        Phase(Step.SUPPRESS_AGENT, suppress.legal_suppress_agent, suppress.play_suppress_agent),
        Phase(Step.SUPPRESS_TARGET, suppress.legal_suppress_target, suppress.play_suppress_target),
        Phase(Step.SUPPRESS_ABILITY, suppress.legal_suppress_ability, suppress.play_suppress_ability),
        Phase(Step.SUPPRESS_OUTCOME, suppress.legal_suppress_outcome, suppress.play_suppress_outcome),
        Phase(Step.GRANT_COUNTRY, grant.legal_grant_country, grant.play_grant_country),
        Phase(Step.GRANT_PERSON, grant.legal_grant_person, grant.play_grant_person),
        Phase(Step.REAPER_TARGET, reaper.legal_reaper_target, reaper.play_reaper_target),
        Phase(Step.VETO, scythe.legal_veto, scythe.play_veto),
        Phase(Step.EXECUTION_KING, execution.legal_execution_king, execution.play_execution_king),
        Phase(Step.CANDIDATE, contest.legal_candidate, contest.play_candidate),
        Phase(Step.ARMS, contest.legal_arms, contest.play_arms),
        Phase(Step.HOME, countries.legal_home, countries.play_home),
        Phase(Step.DISCARD, turn.legal_discard, turn.play_discard),
    )
    automatic = (
        Automatic(Step.SETUP, setup.set_up_next),
        Automatic(Step.TURN, turn.begin_turn),
        Automatic(Step.ACTION_DONE, turn.complete_action),
        Automatic(Step.AFTERMATH, turn.clear_up),
        Automatic(Step.HELPERS, war.ask_helpers),
        Automatic(Step.BATTLE, battle.fight),
        Automatic(Step.CHECK, death.take_check),
        Automatic(Step.SCYTHE, scythe.pass_scythe),
        Automatic(Step.INCITED, incite.follow_incite),
        Automatic(Step.CONTEST, contest.hold_contest),
        Automatic(Step.HOMES, countries.find_homes),
    )

    def scores(self, state: State) -> list[float]:
        """Points as they stand (K7), dynasties without a king 0; one a seat."""
        return [float(line["points"]) for line in words.score_table(state)]

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """What a seat knows."""
        return view.seat_view(state, seat, words.score_table(state))


GAME = Kingdoms()
