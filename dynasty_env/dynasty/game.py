"""Dynasty put together as a `Game`."""

from typing import Any, ClassVar

from dynasty_env.dynasty import actions
from dynasty_env.dynasty.greedy import player
from dynasty_env.dynasty.material import DATA
from dynasty_env.dynasty.rules import (
    abilities,
    audit,
    command,
    death,
    events,
    hire,
    incite,
    interrupts,
    marriage,
    neuroi,
    person_decks,
    procreation,
    reaper,
    resolution,
    score,
    setup,
    turn,
    war,
    witches,
)
from dynasty_env.dynasty.saved import save
from dynasty_env.dynasty.seen import hide, view
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.dynasty.table import TABLE
from dynasty_env.dynasty.told import chronicle, names, prospects, terminal, words
from dynasty_env.europe.rules import ending, scythe
from dynasty_env.kit.engine import choice
from dynasty_env.kit.engine.loop import Automatic, Phase
from dynasty_env.kit.game import Option
from dynasty_env.kit.glossary import Glossary
from dynasty_env.kit.rulebook import Modules, Rulebook
from dynasty_env.kit.state import State


class Dynasty(Rulebook):
    """2–6 royal houses of 16th-century Europe: the whole rulebook (rules page ch. 1–6)."""

    name = "dynasty_v0"
    agent = "dynasty"
    dtype = TABLE
    seats = (2, 6)
    longest = 6000
    points_bound = ending.POINTS_BOUND
    action_names = actions.ACTION_NAMES
    layout = view.LAYOUT
    highlights = names.HIGHLIGHTS
    goal = (
        "Most points at the end win: the prestige of your king, his spouse and children, and the power of your "
        "territories. The game ends when a king dies childless or a dynasty has no territory left (such a dynasty has "
        "no points), or when a person deck is empty."
    )
    examples = "“fran”, “charles v”, “joker 5”"
    glossary = Glossary(DATA / "glossary.csv")
    modules = Modules(words, prospects, chronicle, terminal, save, picture="dynasty_env.dynasty.told.picture")
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
        Option("packs", 1, (1, 2), "packs of playing cards (§03)"),
        Option("adjacency", False, (False, True), "only neighbours of an own territory may be attacked (§09-03-01)"),
        Option("abilities", True, (True, False), "special abilities of persons (§11-03)"),
        Option("witches", False, (False, True), "the expansion: witches, Neuroi and events (SW01–02)"),
        Option("kin_marriage", True, (True, False), "a king may marry a child of his own (D-R10)"),
        Option("ask_forced", False, (False, True), "ask decisions with a single legal action too"),
    )
    phases = (
        Phase(Step.SETUP_DECK, setup.legal_setup_deck, setup.play_setup_deck),
        Phase(Step.SETUP_KING, setup.legal_setup_king, setup.play_setup_king),
        Phase(Step.RECRUIT, turn.legal_recruit, turn.play_recruit),
        Phase(Step.FORESIGHT, person_decks.legal_foresight, person_decks.play_foresight),
        Phase(Step.ACTION, turn.legal_action, turn.play_action),
        Phase(Step.MARRIAGE_TARGET, marriage.legal_marriage_target, marriage.play_marriage_target),
        Phase(Step.PROCREATION_SPOUSE, procreation.legal_procreation_spouse, procreation.play_procreation_spouse),
        Phase(Step.WAR_TARGET, war.legal_war_target, war.play_war_target),
        Phase(Step.WAR_COMMANDER, war.legal_war_commander, war.play_war_commander),
        Phase(Step.WAR_DEFENDER, war.legal_war_defender, war.play_war_defender),
        Phase(Step.HIRE_RECRUITER, hire.legal_hire_recruiter, hire.play_hire_recruiter),
        Phase(Step.HIRE_CANDIDATE, hire.legal_hire_candidate, hire.play_hire_candidate),
        Phase(Step.INCITE_TARGET, incite.legal_incite_target, incite.play_incite_target),
        Phase(Step.REAPER_TARGET, reaper.legal_reaper_target, reaper.play_reaper_target),
        Phase(Step.VETO, scythe.legal_veto, scythe.play_veto),
        Phase(Step.INTERRUPT, interrupts.legal_interrupt, interrupts.play_interrupt, secret=True),
        Phase(Step.JOKER, resolution.legal_joker, resolution.play_joker),
        Phase(Step.BIRTH_DECK, procreation.legal_birth_deck, procreation.play_birth_deck),
        Phase(Step.PLUNDER, war.legal_plunder, war.play_plunder),
        Phase(Step.POLICE, incite.legal_police, incite.play_police),
        Phase(Step.SUPPRESSION_TARGET, abilities.legal_suppression_target, abilities.play_suppression_target),
        Phase(Step.EXECUTION_TARGET, abilities.legal_execution_target, abilities.play_execution_target),
        Phase(Step.MATCHMAKING_CHILD, abilities.legal_matchmaking_child, abilities.play_matchmaking_child),
        Phase(Step.MATCHMAKING_TARGET, abilities.legal_matchmaking_target, abilities.play_matchmaking_target),
        Phase(Step.LIGHTNING_TARGET, witches.legal_lightning_target, witches.play_lightning_target),
        Phase(Step.SEARCH_ACE, witches.legal_search_ace, witches.play_search_ace),
        Phase(Step.SEARCH_DECK, witches.legal_search_deck, witches.play_search_deck),
        Phase(Step.SEARCH_PERSON, witches.legal_search_person, witches.play_search_person),
        Phase(Step.DICE, witches.legal_dice, witches.play_dice),
        Phase(Step.CANCEL, events.legal_cancel, events.play_cancel, secret=True),
        Phase(Step.EVENT, events.legal_event, events.play_event, secret=True),
        Phase(Step.EVENT_TARGET, events.legal_event_target, events.play_event_target),
        Phase(Step.WARRIOR, command.legal_warrior, command.play_warrior, secret=True),
        Phase(Step.FRIEND, command.legal_friend, command.play_friend),
        Phase(Step.SORTIE, command.legal_sortie, command.play_sortie),
        Phase(Step.CHECK_ORDER, command.legal_check_order, command.play_check_order),
        Phase(Step.NEUROI_COUNTRY, neuroi.legal_neuroi_country, neuroi.play_neuroi_country),
        Phase(Step.EXILE, neuroi.legal_exile, neuroi.play_exile),
        Phase(Step.DISCARD_WANDERER, turn.legal_discard_wanderer, turn.play_discard_wanderer),
        Phase(Step.DISCARD_CARD, turn.legal_discard_card, turn.play_discard_card),
    )
    automatic = (
        Automatic(Step.SETUP, setup.set_up_next),
        Automatic(Step.TURN, turn.begin_turn),
        Automatic(Step.SETTLE, resolution.close_window),
        Automatic(Step.ROLL, resolution.roll),
        Automatic(Step.DEATH_CHECK, death.take_death_check),
        Automatic(Step.SCYTHE, scythe.pass_scythe),
        Automatic(Step.ACTION_DONE, turn.complete_action),
        Automatic(Step.AFTERMATH, turn.clear_up),
        Automatic(Step.WAR_OVER, war.check_commanders),
        Automatic(Step.INCITED, incite.follow_incite),
        Automatic(Step.BEFORE_ACTION, turn.prepare_action),
        Automatic(Step.DECLARED, turn.go_on),
        Automatic(Step.WAR_DECLARED, war.begin_war),
        Automatic(Step.DEFENCE, war.defend),
        Automatic(Step.BATTLE, war.join_battle),
        Automatic(Step.READ, resolution.read_dice),
        Automatic(Step.EXILES, neuroi.find_exiles),
        Automatic(Step.AFTER_WAR, war.conclude_war),
        Automatic(Step.CHECKS, command.order_checks),
    )

    def scores(self, state: State) -> list[float]:
        """Every seat's points as they stand (§07-02); 0 for a ruined dynasty."""
        return [float(line["points"]) for line in words.score_table(state)]

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """What `seat` knows, as a readable dict; None: what everybody knows."""
        return view.seat_view(state, seat, self.scores(state))


GAME = Dynasty()
