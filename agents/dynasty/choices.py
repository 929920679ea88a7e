"""Each phase's choices with what they are worth; an action that is not legal may be among them."""

from collections.abc import Callable, Iterable, Mapping

from agents.dynasty import expansion
from agents.dynasty.evaluation import birth_chance, card_worth
from agents.dynasty.observed import SEXES, House, same_religion
from agents.dynasty.plans import Plans
from dynasty_env.dynasty.actions import (
    ASSASSINATION,
    CARD,
    COUNTRY,
    DECK,
    DECLARE,
    EVENT,
    EXECUTION,
    HIRE,
    INCITE,
    JOKER_AS,
    LIGHTNING,
    MARRIAGE,
    MATCHMAKING,
    PASS,
    PERSON,
    PROCREATION,
    REAPER,
    SEARCH,
    SUPPRESSION,
    WAR_ON,
)
from dynasty_env.dynasty.material import NOBODY, THE_NEUROI, Event
from dynasty_env.kit.engine.cards import JOKER, number_of

Scored = Iterable[tuple[float, int]]
"""(value, action id)"""


def _best(plans: Iterable[tuple[float, ...]]) -> float:
    return max((plan[0] for plan in plans), default=-1.0)


# -- set-up ----------------------------------------------------------------------------------------------------------


def setup_decks(plans: Plans, legal: list[int]) -> Scored:
    """Who may lie on top, as a king or as a commander."""
    for action in legal:
        persons = plans.observed.in_deck(action - DECK)
        n = plans.observed.numbers
        worth = (n.prestiges[p] + n.fertilities[p] / 2 + plans.weights.commander[n.wars[p]] for p in persons)
        yield sum(worth) / len(persons), action


def setup_kings(plans: Plans, legal: list[int]) -> Scored:
    """The dynasty that it would be, and the wedding that it could celebrate among its own."""
    mine = plans.observed.houses[0]
    for action in legal:
        king = action - PERSON
        others = tuple(person for person in mine.courtiers if person != king)
        house = mine._replace(king=king, courtiers=others)
        yield (
            plans.evaluation.strength(house) + max((_match(plans, house, person) for person in others), default=0),
            action,
        )


def _match(plans: Plans, house: House, person: int) -> float:
    """Points that a courtier promises as the king's spouse."""
    if SEXES[person] == SEXES[house.king]:
        return 0.0
    wasted = plans.observed.wasted(house)
    dice = max(house.prestige(house.king) + same_religion(house.king, person) - wasted, 0)
    gain = (
        house.prestige(person)
        + house.numbers.witches[person]
        + plans.weights.birth * birth_chance(house.king, person, wasted, house.numbers)
    )
    return gain * plans.own_chance(True, house.prestige(person), dice)


# -- the own turn ----------------------------------------------------------------------------------------------------


def recruits(plans: Plans, legal: list[int]) -> Scored:
    """Who may turn up and what I could do with them now; §07-01 c: an emptied deck ends the game."""
    for action in legal:
        deck = action - DECK
        if plans.observed.deck_sizes[deck] == 1:
            yield plans.evaluation.value({}, ending=True), action
        else:
            persons = plans.observed.in_deck(deck)
            yield sum(_use(plans, person) for person in persons) / len(persons), action


def _use(plans: Plans, person: int) -> float:
    """The value of a wanderer whom I could hire or marry."""
    observed = plans.observed
    house = observed.houses[0]
    value = plans.hiring(person, max(house.persons(), key=observed.numbers.governances.__getitem__))
    if not house.spouses and house.king >= 0 and SEXES[person] != SEXES[house.king]:
        value = max(value, plans.wedding(person))
    return max(value, plans.evaluation.now)


def actions(plans: Plans, legal: list[int]) -> Scored:
    """The best declaration of each type; a pass leaves all as it is."""
    yield plans.evaluation.now, PASS
    if MARRIAGE in legal:
        yield _best(plans.marriages()), MARRIAGE
    if PROCREATION in legal:
        yield _best(plans.procreations()), PROCREATION
    if WAR_ON in legal:
        yield max(_best(plans.wars()), _best(expansion.neuroi_wars(plans))), WAR_ON
    if HIRE in legal:
        yield _best(plans.hires()), HIRE
    if INCITE in legal:
        yield _best(plans.incitements()), INCITE
    if REAPER in legal:
        yield _best(plans.reapings(scythe=True)), REAPER
    if ASSASSINATION in legal:
        yield _best(plans.reapings(scythe=False)), ASSASSINATION
    if SUPPRESSION in legal:
        yield _best(plans.suppressions()), SUPPRESSION
    if MATCHMAKING in legal:
        yield _best(plans.matches()), MATCHMAKING
    if EXECUTION in legal:
        yield _best(plans.executions()), EXECUTION
    if LIGHTNING in legal:
        yield _best(expansion.strikes(plans)), LIGHTNING
    if SEARCH in legal:
        yield expansion.searching(plans), SEARCH


def marriage_targets(plans: Plans, legal: list[int]) -> Scored:
    for value, person in plans.marriages():
        yield value, PERSON + person


def war_targets(plans: Plans, legal: list[int]) -> Scored:
    for value, country, _ in plans.wars():
        yield value, COUNTRY + country
    for value, _, _ in expansion.neuroi_wars(plans):
        yield value, EVENT + Event.NEUROI


def war_commanders(plans: Plans, legal: list[int]) -> Scored:
    wars = (
        expansion.neuroi_wars(plans) if plans.observed.country == THE_NEUROI else plans.wars([plans.observed.country])
    )
    for value, _, person in wars:
        yield value, PERSON + person


def war_defenders(plans: Plans, legal: list[int]) -> Scored:
    for value, person in plans.defences():
        yield value, PASS if person == NOBODY else PERSON + person


def hire_recruiters(plans: Plans, legal: list[int]) -> Scored:
    for value, _, person in plans.hires():
        yield value, PERSON + person


def hire_candidates(plans: Plans, legal: list[int]) -> Scored:
    for value, person, _ in plans.hires([plans.observed.actor]):
        yield value, PERSON + person


def incite_targets(plans: Plans, legal: list[int]) -> Scored:
    for value, person in plans.incitements():
        yield value, PERSON + person


def reaper_targets(plans: Plans, legal: list[int]) -> Scored:
    for value, person in plans.reapings(plans.observed.action == REAPER):
        yield value, PERSON + person


def suppression_targets(plans: Plans, legal: list[int]) -> Scored:
    for value, person in plans.suppressions():
        yield value, PERSON + person


def execution_targets(plans: Plans, legal: list[int]) -> Scored:
    for value, person in plans.executions():
        yield value, PERSON + person


def matchmaking_children(plans: Plans, legal: list[int]) -> Scored:
    for value, _, child in plans.matches():
        yield value, PERSON + child


def matchmaking_targets(plans: Plans, legal: list[int]) -> Scored:
    for value, king, _ in plans.matches([plans.observed.actor]):
        yield value, PERSON + king


def plunders(plans: Plans, legal: list[int]) -> Scored:
    """The war is won: the country is mine, or nobody's."""
    observed = plans.observed
    yield plans.war(0, observed.country, observed.actor, observed.defender)[0], PASS
    yield plans.plundered(observed.country, observed.actor, observed.defender), DECLARE


def birth_decks(plans: Plans, legal: list[int]) -> Scored:
    for action in legal:
        yield plans.birth(0, action - DECK), action


# -- answers to others -----------------------------------------------------------------------------------------------


def vetoes(plans: Plans, legal: list[int]) -> Scored:
    """There is one refusal a turn: it is kept for those who matter most."""
    observed = plans.observed
    losses = [plans.evaluation.now - plans.reaped(p) for p in observed.houses[0].persons() if not observed.refused[p]]
    loss = plans.evaluation.now - plans.reaped(observed.target)
    yield loss - plans.weights.reserve * max(0.0, *losses), DECLARE
    yield 0.0, PASS


def police(plans: Plans, legal: list[int]) -> Scored:
    """Who is lost to me anyway may as well die, unless the revolution or the other dynasty's gain does me good."""
    observed = plans.observed
    yield plans.dead(observed.target), DECLARE
    yield plans.rising(observed.turn_player, observed.target), PASS


def interrupts(plans: Plans, legal: list[int]) -> Scored:
    """§08-02-03-01: a high card raises the success value; a low one of the turn player's takes the pack's place."""
    observed = plans.observed
    red = observed.action in (MARRIAGE, PROCREATION)
    if observed.country == THE_NEUROI:
        yield from expansion.neuroi_window(plans, legal)
        return
    succeeds, fails = plans.declared()

    def outcome(laid: int, value: int) -> float:
        chance = plans.chance(red, observed.wanted, observed.dice, laid, value)
        return chance * succeeds + (1 - chance) * fails

    yield outcome(observed.laid, observed.value), PASS
    played = [action for action in legal if action >= EVENT]
    yield from expansion.window_events(plans, played, outcome(observed.laid, observed.value))
    for action in legal[1 : len(legal) - len(played)]:
        joker = action >= JOKER_AS
        number = action - JOKER_AS + 1 if joker else number_of(action - CARD)
        worth = outcome(observed.laid + 1, max(observed.value, number))
        yield worth - plans.price(JOKER if joker else action - CARD), action


def jokers(plans: Plans, legal: list[int]) -> Scored:
    """§04: the lowest number, unless I had rather failed."""
    against_neuroi = plans.observed.country == THE_NEUROI
    succeeds, fails = (1.0, 0.0) if against_neuroi else plans.declared()
    for action in legal:
        yield float(-action if succeeds >= fails else action), action


# -- the aftermath ---------------------------------------------------------------------------------------------------


def wanderers_to_discard(plans: Plans, legal: list[int]) -> Scored:
    for action in legal:
        yield -_use(plans, action - PERSON), action


def cards_to_discard(plans: Plans, legal: list[int]) -> Scored:
    for action in legal:
        yield -card_worth(action - CARD), action


CHOICES: Mapping[str, Callable[[Plans, list[int]], Scored]] = {
    "setup_deck": setup_decks,
    "setup_king": setup_kings,
    "recruit": recruits,
    "action": actions,
    "marriage_target": marriage_targets,
    "war_target": war_targets,
    "war_commander": war_commanders,
    "war_defender": war_defenders,
    "hire_recruiter": hire_recruiters,
    "hire_candidate": hire_candidates,
    "incite_target": incite_targets,
    "reaper_target": reaper_targets,
    "veto": vetoes,
    "interrupt": interrupts,
    "joker": jokers,
    "birth_deck": birth_decks,
    "plunder": plunders,
    "police": police,
    "suppression_target": suppression_targets,
    "execution_target": execution_targets,
    "matchmaking_child": matchmaking_children,
    "matchmaking_target": matchmaking_targets,
    "discard_wanderer": wanderers_to_discard,
    "discard_card": cards_to_discard,
    **expansion.CHOICES,
}
"""By the name of the phase."""
