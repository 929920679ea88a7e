"""A second reading of the rules page: what is allowed at each decision, out of a save file alone."""

from collections.abc import Callable

from .board import (
    COLOURS,
    COUNTRIES,
    OTTOMAN_EMPIRE,
    PERSONS,
    Realm,
    Save,
    Seat,
    able,
    border,
    countries,
    decks,
    different,
    dynasty,
    everybody,
    has,
    idle,
    joined,
    kings,
    lands,
    named,
    option,
    other_sex,
    ruler,
    strongest,
    subjects,
)

SMALL = 2  # K19
EITHER = frozenset({"pass", "declare"})

Choices = Callable[[Save], set[str]]
PHASES: dict[str, Choices] = {}
OTHERS: set[str] = set()
"""Phases in which another seat than the turn player decides."""
KINDS: dict[str, Choices] = {}
"""Kinds of action, and what makes each possible: that its first decision has choices."""


def phase(*names: str, others: bool = False) -> Callable[[Choices], Choices]:
    """These phases have these choices; without names, the phase that is called like the function.

    `others`: not the turn player decides.
    """

    def noted(choices: Choices) -> Choices:
        known = dict.fromkeys(names or (choices.__name__,), choices)
        PHASES.update(known)
        OTHERS.update(known if others else ())
        return choices

    return noted


def first_of(kind: str) -> Callable[[Choices], Choices]:
    """Likewise, and it is the first decision of this kind of action."""

    def noted(choices: Choices) -> Choices:
        KINDS[kind] = phase()(choices)
        return choices

    return noted


def kind(choices: Choices) -> Choices:
    """The kind of action that is called like the function is possible where it has choices."""
    KINDS[choices.__name__] = choices
    return choices


def decider(save: Save) -> Seat:
    """The seat that decides."""
    seat: Seat = save["seats"][save["seat"]]
    return seat


@phase()
def setup_deck(save: Save) -> set[str]:
    """K2: three persons, not all three from one deck. Suleiman is in the blue one."""
    turned_up = [PERSONS[person].colour for person in dynasty(decider(save))]
    return decks(save, (colour for colour in COLOURS if turned_up.count(colour) < 2))


@phase()
def setup_king(save: Save) -> set[str]:
    """K2, K5: any of the persons turned up; Suleiman is a king already, and not chosen."""
    return named(decider(save)["nobles"])


@phase()
def setup_home(save: Save) -> set[str]:
    """K2: one of the two countries that were dealt, which the Ottoman Empire never is."""
    return countries(set(lands(decider(save))) - {OTTOMAN_EMPIRE})


@phase()
def recruit(save: Save) -> set[str]:
    """K3: any deck."""
    return decks(save, COLOURS)


@phase()
def action(save: Save) -> set[str]:
    """K3: what can be carried out, or pass."""
    return {"pass"} | {kind for kind, choices in KINDS.items() if choices(save)}


@phase()
def discard(save: Save) -> set[str]:
    """K3: anybody of the pool."""
    return named(save["pool"])


def brides(save: Save, realm: Realm) -> set[str]:
    """Row 1: whom an unmarried king can marry; K8: with `kin_marriage=False` no child of his own."""
    king = realm["king"]
    if realm["spouse"]:
        return set()
    spouses = {other["spouse"] for seat in save["seats"] for other in seat["kings"]}
    unmarried = {person for seat in save["seats"] for person in subjects(seat)} - spouses | set(save["pool"])
    if not option(save, "kin_marriage"):
        unmarried -= set(realm["children"])
    return {person for person in unmarried if other_sex(king, person) and not different(king, person)}


@first_of("marriage")
def marriage_king(save: Save) -> set[str]:
    """Row 1: an own unmarried king, for whom there is somebody."""
    return named(realm["king"] for realm in decider(save)["kings"] if brides(save, realm))


@phase()
def marriage_target(save: Save) -> set[str]:
    """Row 1: whom that king can marry."""
    suitor = save["declared"]["king"]
    return named(brides(save, next(realm for realm in decider(save)["kings"] if realm["king"] == suitor)))


@phase("plunder", "police", "suppress_ability", "suppress_outcome", "arms")
@phase("consent", "withdraw", "veto", others=True)
def either(save: Save) -> set[str]:
    """A right that can be used or left."""
    return set(EITHER)


def cradles(save: Save, realm: Realm) -> set[str]:
    """Row 2, K9: the decks for a child of this king; K32: none, if his spouse is of his own sex."""
    king, spouse = realm["king"], realm["spouse"]
    if not spouse or not other_sex(king, spouse):
        return set()
    return decks(save, {PERSONS[king].colour, PERSONS[spouse].colour})


@first_of("procreation")
def procreation_king(save: Save) -> set[str]:
    """Row 2: an own married king who can have a child."""
    return named(realm["king"] for realm in decider(save)["kings"] if cradles(save, realm))


@phase()
def birth_deck(save: Save) -> set[str]:
    """Row 2: the king's or the spouse's colour."""
    parent = save["declared"]["king"]
    return cradles(save, next(realm for realm in decider(save)["kings"] if realm["king"] == parent))


@first_of("war")
def war_target(save: Save) -> set[str]:
    """Row 3, K11: another's or an independent country that borders an own one, for an own normal one that is joined.

    Nothing for a dynasty with a rebel.
    """
    own = lands(decider(save))
    if set(dynasty(decider(save))) & set(save["rebels"]):
        return set()
    in_play = [*save["independent"], *(country for seat in save["seats"] for country in lands(seat))]
    others = (country for country in in_play if country not in own)
    return countries(
        country
        for country in others
        if any(border(country, mine) for mine in own) and joined(save, save["seat"], country)
    )


def _commit(save: Save) -> set[str]:
    return countries(joined(save, save["seat"], save["declared"]["country"]) - save["committed"].keys())


@phase()
def war_commit(save: Save) -> set[str]:
    """Row 3, K11: any joined normal country; when there is one, also no more."""
    enough = "attack" in save["committed"].values()
    return _commit(save) | ({"pass"} if enough else set())


@phase(others=True)
def defend_commit(save: Save) -> set[str]:
    """Row 3, K11: any joined normal country but the battlefield, or no more."""
    return _commit(save) | {"pass"}


@phase(others=True)
def aid(save: Save) -> set[str]:
    """K13: any one normal country, for either side, or none."""
    normal = set(lands(decider(save))) - set(save["exhausted"])
    return {"pass"} | {f"aid_{side}:{country}" for country in normal for side in ("attack", "defence")}


@phase("war_commander", "recovery_agent")
@phase("defend_commander", others=True)
def loyal(save: Save) -> set[str]:
    """Any own person who is no rebel (K15: a commander; rows 4 and 6)."""
    return named(set(dynasty(decider(save))) - set(save["rebels"]))


@phase()
def conquest(save: Save) -> set[str]:
    """Row 3: any own king, whose union it joins; or a child or noble who is no rebel, who is sent."""
    return named([*kings(decider(save)), *idle(save, decider(save))])


@phase("recovery_king")
def own_king(save: Save) -> set[str]:
    """Row 4: any own king."""
    return named(kings(decider(save)))


@kind
def recovery(save: Save) -> set[str]:
    """Row 4, K36: it takes an exhausted country."""
    return own_king(save) if _weary(save) else set()


def _weary(save: Save) -> set[str]:
    return set(lands(decider(save))) & set(save["exhausted"])


@phase()
def recovery_country(save: Save) -> set[str]:
    """Row 4, K36: any own exhausted country; K19: without a success only a small one, or none."""
    if save["frame"]["b"]:
        return {"pass"} | countries(country for country in _weary(save) if COUNTRIES[country].power <= SMALL)
    return countries(_weary(save))


@first_of("incite")
def incite_target(save: Save) -> set[str]:
    """Row 5: anybody of any dynasty who is no king and no rebel."""
    return named({person for seat in save["seats"] for person in subjects(seat)} - set(save["rebels"]))


@phase()
def suppress_agent(save: Save) -> set[str]:
    """Row 6: any own person who is no rebel."""
    return loyal(save)


@phase()
def suppress_target(save: Save) -> set[str]:
    """Row 6: any own rebel."""
    return named(set(dynasty(decider(save))) & set(save["rebels"]))


@kind
def suppress(save: Save) -> set[str]:
    """Row 6: it takes both."""
    return suppress_agent(save) if suppress_target(save) else set()


def heirs(save: Save, realm: Realm) -> set[str]:
    """Row 7, K20: a child of that king, or a noble of the dynasty, who is no rebel."""
    return ({*realm["children"], *decider(save)["nobles"]}) - set(save["rebels"])


@first_of("grant")
def grant_country(save: Save) -> set[str]:
    """Row 7: any country of an own king who rules several, when there is somebody to have it."""
    several = (realm for realm in decider(save)["kings"] if len(realm["countries"]) > 1)
    return countries(country for realm in several if heirs(save, realm) for country in realm["countries"])


@phase()
def grant_person(save: Save) -> set[str]:
    """Row 7: who can have it."""
    return named(heirs(save, ruler(decider(save), save["declared"]["country"])))


@phase()
def reaper_target(save: Save) -> set[str]:
    """Row 8, K21: anybody of any dynasty who was not refused in this turn."""
    return named(set(everybody(save)) - set(save["refused"]))


@kind
def reaper(save: Save) -> set[str]:
    """Row 8: who holds the scythe."""
    return reaper_target(save) if save["scythe"] == save["seat"] else set()


@kind
def assassination(save: Save) -> set[str]:
    """K29: somebody of the dynasty has the ability, and the dynasty does not hold the scythe."""
    able_to = save["scythe"] != save["seat"] and has(save, save["seat"], "assassination")
    return reaper_target(save) if able_to else set()


@first_of("execution")
def execution_king(save: Save) -> set[str]:
    """K29: an own king who has the ability, and a spouse."""
    return named(
        realm["king"] for realm in decider(save)["kings"] if realm["spouse"] and able(save, realm["king"], "execution")
    )


@phase()
def candidate(save: Save) -> set[str]:
    """K24: a child or noble of any dynasty who is no rebel."""
    return named(person for seat in save["seats"] for person in idle(save, seat))


@phase()
def home(save: Save) -> set[str]:
    """K4, K31: one of the strongest countries left."""
    return countries(strongest(decider(save)))


@phase()
def end(save: Save) -> set[str]:
    """The game is over."""
    return set()


def legal(save: Save) -> set[str]:
    """The names of the actions that the page allows at the open decision."""
    return PHASES[save["phase"]](save)
