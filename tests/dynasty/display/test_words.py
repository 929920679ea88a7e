"""Dynasty in words: points, actions, what is at stake, and numbers as they count."""

import re
from typing import Any

import pytest

from dynasty_env.dynasty.display import words
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import COUNTRY_NAMES, PERSON_NAMES, Place
from dynasty_env.dynasty.rules import nouns
from dynasty_env.dynasty.rules.score import score_table
from dynasty_env.kit.state import State
from tests.dynasty.courses import drawn
from tests.dynasty.reached import reached
from tests.dynasty.tables import RIVAL, WARLIKE, attached, dynasty, laid
from tests.picking import card as printed
from tests.sentences import cases


def test_points_are_royals_and_countries() -> None:
    state = GAME.new(5, backend="interpreted")
    record = state.record
    record["place"][:], record["owner"][:], record["holder"][:20] = Place.DECK, -1, -1
    record["pope"] = 1
    for person, place in (("Charles V", Place.KING), ("Philip II", Place.CHILD), ("Elizabeth I", Place.SPOUSE)):
        record["place"][PERSON_NAMES.index(person)] = place
        record["owner"][PERSON_NAMES.index(person)] = 1
    record["holder"][COUNTRY_NAMES.index("France")] = 1
    record["holder"][COUNTRY_NAMES.index("Spain")] = 2
    record["childless"][2] = 1
    charles, philip, elizabeth = map(printed, ("Charles V", "Philip II", "Elizabeth I"))
    assert (charles["religion"], philip["religion"], elizabeth["religion"]) == ("C", "CC", "P")
    royals = charles["prestige"] + 2 + philip["prestige"] + 2 + elizabeth["prestige"]  # §11-01: the pope, for C and CC
    france, spain = printed("France")["power"], printed("Spain")["power"]
    table = score_table(state)
    assert table[1] == points_of(royals + france, royals, france)
    assert table[2] == points_of(0, 0, spain, ruined=True)  # §07-01
    assert table[0]["ruined"] and table[3]["ruined"]


def points_of(points: int, royals: int, countries: int, witches: int = 0, ruined: bool = False) -> dict[str, Any]:
    return {"points": points, "royals": royals, "countries": countries, "witches": witches, "ruined": ruined}


def test_points_for_a_witch_who_is_a_spouse() -> None:
    """SW02-05: +10; she scores as a royal, too."""
    state = GAME.from_dict(laid(dynasty("Henry IV", spouses=["the Beam"]), dynasty("Elizabeth I")))
    royals = printed("Henry IV")["prestige"] + printed("the Beam")["prestige"]
    spain = printed("Spain")["power"]
    assert score_table(state)[0] == points_of(royals + spain + 10, royals, spain, witches=10)


def test_a_dynasty_fallen_to_the_neuroi_is_ruined_for_good() -> None:
    """D-R68: even where it has a country again."""
    state = GAME.from_dict(laid(dynasty("Henry IV") | {"fallen": True}, dynasty("Elizabeth I")))
    assert score_table(state)[0]["ruined"] and score_table(state)[0]["points"] == 0
    assert "RUINED: fallen to the Neuroi" in drawn(state, None)


ACTIONS = r"""
recruit deck:yellow => turn up a card of the yellow deck \(\d+ left\)
setup_king person:Renée of France => crown Renée of France \({sex}, W{war} G{governance} P{prestige} F{fertility}
    L{life} A{ambition}, {religion}\)
action war => declare war
action pass => take no action
marriage_target person:Anne of Cleves => propose to Anne of Cleves \({sex}, prestige {prestige}, {religion}, .+\)
war_target country:Ottoman Empire => attack Ottoman Empire \(power {power}, .+\)
war_commander person:Duke of Alba => let Duke of Alba \(war {war}, life {life}, .+\) command the attack
war_defender pass => send no one
hire_recruiter person:Henry VII => send Henry VII \(governance {governance}, {colour}\) to recruit
hire_candidate person:Henry VII => hire Henry VII \(ambition {ambition}, {colour}\)
incite_target person:Henry of Guise => incite Henry of Guise \(ambition {ambition}, .+\)
reaper_target pope => send the reaper to the pope \(life 3, held by dynasty_\d\)
veto declare => refuse
veto pass => allow
interrupt card:SK => play K♠ \(13\)
interrupt card:H10 => play 10♥
interrupt joker:7 => play the joker as 7
interrupt pass => pass: play no card
joker joker:7 => use the joker as 7
birth_deck deck:blue => take the child from the blue deck \(\d+ left\)
plunder declare => plunder Naples: it leaves play, and you draw as many cards as its power \(2\)
plunder pass => do not plunder: take the country
police declare => let Francis Walsingham \(governance 3\) arrest Oliver Cromwell
police pass => do not send the police
action assassination => have somebody assassinated
action suppression => suppress a person of your dynasty
action matchmaking => make a match for a child
action execution => have a spouse executed
suppression_target person:John of Austria => suppress John of Austria \(sea-4, courtier of dynasty_0\)
execution_target person:Anne Boleyn => have Anne Boleyn \(prestige {prestige}, spouse of dynasty_0\) executed
matchmaking_child person:Henry III => make a match for Henry III \(m, child of dynasty_0\)
matchmaking_target person:Mary Stuart => offer the child to Mary Stuart \(f, prestige {prestige}, king of dynasty_1\)
hire_candidate person:Duke of Sully => hire Duke of Sully \(ambition {ambition}, {colour}, war tax\)
action lightning => strike somebody with lightning
action search => search a person deck
procreation_spouse person:Charles I => have a child with Charles I \(fertility {fertility}, {colour}\)
lightning_target person:Nostradamus => strike Nostradamus \(life {life}, .+\) with lightning
search_ace card:SA => discard A♠ for the search
search_deck deck:red => look through the red deck \(\d+ left\)
search_person pass => take nobody
search_person person:Martin Luther => take Martin Luther \({sex}, W{war} .+, {religion}, new faith\) out .+
dice pass => leave the dice as they are
dice dice:5->1 => change a 5 to a 1
cancel pass => let the action stand
cancel card:H7 => discard 7♥: the action is cancelled
event pass => play no event
event event:splendid => play “splendid”: cannot be incited
interrupt event:all-out attack => play “all-out attack”: every dynasty sends at least three persons
event_target person:Duke of Alba => attach “grounded” to Duke of Alba \(war {war}, courtier of dynasty_0\)
war_target country:Spain => attack Spain \(power {power}, .+\)
warrior pass => do not use warrior's way
warrior person:Duke of Alba => use warrior's way with Duke of Alba \(war {war}, life {life}, .+\)
friend pass => force nobody to come along
friend person:Henry II => force Henry II \(war {war}, life {life}, courtier of dynasty_1\) to come along
sortie pass => send nobody else
sortie person:Henry VII => send Henry VII \(life {life}, courtier of dynasty_0\)
check_order person:Henry II => let Henry II \(life {life}, courtier of dynasty_1\) take the next death check
neuroi_country country:Naples => let the Neuroi occupy Naples \(power {power}, independent\)
exile country:Norway => find refuge in Norway \(power {power}, independent\)
discard_wanderer person:Henry VII => dismiss Henry VII \({sex}, .+\)
discard_card card:JOKER => discard the joker
"""
"""By phase and action, as a pattern; what stands in braces is printed on the card of whomever the action names."""


@pytest.mark.parametrize(("asked", "said"), cases(ACTIONS))
def test_actions_in_words(asked: str, said: str) -> None:
    phase, _, action = asked.partition(" ")
    kind, _, name = action.partition(":")
    if kind in ("person", "country"):
        said = said.format_map(printed(name))
    assert re.fullmatch(said, reached(phase).describe(GAME.action_ids[action]))


def test_foresight_names_the_card_to_whom_it_is_shown() -> None:
    """SW02-07-10: a person or an event."""
    person, event = (reached("foresight", person_decks={"blue": [top, "Anne of Brittany"]})
                     for top in ("Duke of Sully", "event:polygamy"))  # fmt: skip
    keep, reshuffle = GAME.action_ids["keep"], GAME.action_ids["reshuffle"]
    assert person.describe(keep).startswith("keep Duke of Sully (m, W")
    assert event.describe(keep) == "keep the event “polygamy”"
    assert event.describe(reshuffle) == "put the event “polygamy” back and reshuffle the deck"
    assert GAME.stakes(event) == "On top of the blue deck: the event “polygamy”."


def test_the_neuroi_are_attacked_as_one_country() -> None:
    """SW02-06-02: with the power of all that they occupy."""
    state = reached(
        "war_target", witches=True, ask_forced=True, events_on_table=["neuroi"], occupied=["Austria", "Hungary"]
    )
    power = printed("Austria")["power"] + printed("Hungary")["power"]
    assert state.describe(GAME.action_ids["event:neuroi"]) == f"attack the Neuroi (power {power}: Austria, Hungary)"
    for action in ("event:neuroi", "pass", "person:Mary I"):
        state.play(action)
    assert GAME.stakes(state).startswith(f"dynasty_0 declares war on the Neuroi (power {power}), Mary I commands.")


def test_the_doll_is_executed() -> None:
    """§11-03-07, SW02-08-05: as a spouse may be."""
    own = dynasty("Henry VIII", spouses=["Anne Boleyn"])
    both = {"attached": [{"event": "polygamy", "person": "Henry VIII"}, {"event": "doll", "person": "Henry VIII"}]}
    state = GAME.from_dict(laid(own, RIVAL, **both))
    state.play("execution")
    assert state.describe(GAME.action_ids["event:doll"]) == "have the doll executed"


def test_where_somebody_of_the_expansion_lies_is_not_told() -> None:
    """SW02-01: in any of the four decks; the others lie in that of their bloodline."""
    state = reached("search_person")
    state.record["place"][PERSON_NAMES.index("the Beam")] = Place.DECK
    state.record["step"] = 13  # incite_target, which tells where everybody is
    assert state.describe(GAME.action_ids["person:the Beam"]).endswith("in some deck)")
    assert state.describe(GAME.action_ids["person:Anne Boleyn"]).endswith("in the red deck)")


@pytest.mark.parametrize(
    ("phase", "at_stake"),
    [
        ("event_target", r"“grounded”: takes no part in wars except against the Neuroi\."),
        ("dice", r"dynasty_0 declares a hiring, the Deflector recruits: Henry VIII\. Dice [1-6] [1-6], which count "
                 r"\d+; success value \d+"),
        ("cancel", "dynasty_0 declares an incitement"),
        ("warrior", "dynasty_0 declares war on France"),
        ("friend", "dynasty_0 declares war on France, Mary I commands"),
        ("sortie", r"dynasty_0 declares war on the Neuroi \(power \d+\), Mary I commands"),
        ("exile", ""),
    ],
)  # fmt: skip
def test_what_is_at_stake(phase: str, at_stake: str) -> None:
    assert re.fullmatch(at_stake, GAME.stakes(reached(phase)))


def test_who_has_come_along_is_declared() -> None:
    state = reached("friend")
    state.play("person:Henry II")
    assert words.declaration(state.view(0)) == (
        "dynasty_0 declares war on France, Mary I commands, Henry II comes along as a friend"
    )


def test_the_jealous_hear_whose_king_it_is() -> None:
    """SW02-08-11: whoever holds the event may say that he is not jealous."""
    state = reached("event")
    state.record["b"] = 2
    assert GAME.stakes(state) == "The king of dynasty_1 has married or procreated."


def numbers(state: State, person: str) -> str:
    """What stands behind a person's name: stats as they count, religion, ability."""
    state.record["step"] = 39  # discard_wanderer, which tells all of it
    return state.describe(GAME.action_ids[f"person:{person}"]).removeprefix(f"dismiss {person} ")


def counting(person: str, **more: int) -> str:
    """The stats printed on a card and what is added to them, as words have them."""
    row = printed(person)
    return " ".join(f"{stat[0].upper()}{row[stat] + more.get(stat, more.get('all', 0))}" for stat in STATS)


STATS = ("war", "governance", "prestige", "fertility", "life", "ambition")


@pytest.mark.parametrize(
    ("event", "person", "more"),
    [
        ("admiration", "Elizabeth I", {"fertility": 3}),  # SW02-08-03
        ("doll", "Elizabeth I", {"all": 1}),  # SW02-08-05
        ("admiration", "Henry II", {"fertility": 3, "prestige": 2}),  # §11-01: the pope is his dynasty's
        ("grounded", "Duke of Alba", {}),
    ],
)
def test_stats_are_told_as_they_count(event: str, person: str, more: dict[str, int]) -> None:
    state = GAME.from_dict(laid(WARLIKE, RIVAL, **attached(event, person)), backend="interpreted")
    assert counting(person, **more) in numbers(state, person)
    assert counting(person, **more).replace(" ", "") in drawn(state, None)


def test_who_is_not_jealous_has_other_stats() -> None:
    """SW02-08-11: ambition 4, life 5, all else 0; religion and ability stay. Not even the pope helps (D-R65)."""
    state = GAME.from_dict(laid(WARLIKE, RIVAL, **attached("not jealous", "Henry II")), backend="interpreted")
    assert numbers(state, "Henry II") == "(m, W0 G0 P0 F0 L5 A4, CC)"
    assert printed("Henry II")["religion"] == "CC"
    assert re.search(r"Henry II +m CC  W0G0P0F0L5A4", drawn(state, None))


def test_a_married_witch_has_no_ability() -> None:
    """SW02-02: as spouse, and as king with a spouse, the doll being one; the Healer keeps hers."""
    spouses = dynasty("Henry IV", "the Gale", spouses=["the Beam"])
    kings = dynasty("the Watcher", "the Seer", spouses=["Henry VII"], territories=["France"])
    state = GAME.from_dict(laid(spouses, kings), backend="interpreted")
    assert numbers(state, "the Beam").endswith("PW, heat ray, not while married)")
    assert numbers(state, "the Watcher").endswith("CW, spatial sense, not while married)")
    assert numbers(state, "the Gale").endswith("CCW, gale)")
    seen = drawn(state, None)
    for tagged in ("~heat", "~sense", " gale", " fores."):
        assert tagged in seen
    single = GAME.from_dict(laid(dynasty("the Watcher"), RIVAL), backend="interpreted")
    assert numbers(single, "the Watcher").endswith("CW, spatial sense)")
    wed = GAME.from_dict(laid(dynasty("the Watcher"), RIVAL, **attached("doll", "the Watcher")), backend="interpreted")
    assert numbers(wed, "the Watcher").endswith("not while married)")
    healer = GAME.from_dict(laid(dynasty("the Healer", spouses=["Henry VII"]), RIVAL), backend="interpreted")
    assert numbers(healer, "the Healer").endswith("CPW, healing)")


def test_witches_have_their_abilities_without_special_abilities() -> None:
    """D-R24: the option is about those of §11-03."""
    table = laid(WARLIKE, RIVAL | {"courtiers": ["the Seer"]}, options={"witches": True, "abilities": False})
    state = GAME.from_dict(table, backend="interpreted")
    assert numbers(state, "the Seer").endswith("CPW, foresight)")
    assert numbers(state, "Duke of Alba").endswith("CC)")
    assert " fores." in drawn(state, None) and "suppr." not in drawn(state, None)


def test_agents_are_called_as_in_pettingzoo() -> None:
    assert [nouns.agent(seat) for seat in range(6)] == GAME.agents(6)
