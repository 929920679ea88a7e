"""Kingdoms in words: every action in every phase, what is at stake, chances, the chronicle, drawings."""

import re

import numpy as np
import pytest

from dynasty_env.kingdoms.actions import PERSON
from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.material import PERSON_NAMES
from dynasty_env.kingdoms.rules import contest, nouns, odds, war
from dynasty_env.kit.message import Chance
from dynasty_env.kit.state import State
from dynasty_env.kit.terminal import NARROWEST, WIDTH
from tests.kingdoms.positions import PHASES, line, met

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def laid(first: dict[str, object], second: dict[str, object], **fields: object) -> State:
    save = {"game": GAME.name, "options": {"ask_forced": True}, "seats": [first, second], **fields}
    return GAME.from_dict(save, backend="interpreted")


def king(name: str, *countries: str, **family: object) -> dict[str, object]:
    return {"king": name, "countries": list(countries), **family}


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "end"])
def test_what_a_phase_is_about_is_its_own_wish(phase: str) -> None:
    """No legal action is described by the words for those that have none."""
    state = met()[phase]
    for action in map(int, state.legal()):
        assert not GAME.describe(state, action).startswith(("name Fran", "declare it", "choose the"))
        assert GAME.describe(state, action) != "pass"
    assert isinstance(GAME.stakes(state), str)


def test_stakes_of_a_war_and_of_a_contest() -> None:
    said = GAME.stakes(met()["defend_commander"])
    assert re.search(r"Attack( by sea)? \d+ dic?e, defence \d+; power \d+ to be exceeded", said)
    assert "has died without a child: who shall rule" in GAME.stakes(met()["candidate"])
    assert re.search(r"Named so far: .+ by kingdom_\d", GAME.prospects(met()["arms"]))
    assert re.search("Successes left|No success|may recover", GAME.stakes(met()["recovery_country"]))


def battle(*actions: str, **fields: object) -> State:
    """Spain and its king Henry VIII against Portugal and Elizabeth I, after these actions."""
    first, second = {"kings": [king("Henry VIII", "Spain")]}, {"kings": [king("Elizabeth I", "Portugal")]}
    state = laid(first, second, **fields)
    for action in actions:
        state.play(action)
    return state


def test_one_die_is_no_dice() -> None:
    assert war.war_dice({"attack": 1, "defence": 1, "sea": True}) == "attack by sea 1 die, defence 1"
    assert war.war_dice({"attack": 2, "defence": 0, "sea": False}) == "attack 2 dice, defence 0"
    said = GAME.stakes(met()["defend_commander"])
    assert re.search(r"\. Attack( by sea)? (1 die|(?!1 )\d+ dice), ", said)


def test_what_is_asked_by_the_table_has_its_reason() -> None:
    for phase in ("setup_deck", "setup_home"):
        assert GAME.prospects(met()[phase]) == "", "the question says it already"
    state = met()["discard"]
    assert GAME.prospects(state) == f"The pool holds {state.num_players + 1} persons, {state.num_players} may stay."


def test_the_last_card_of_a_deck_is_told() -> None:
    """K7 b: whoever takes it ends the game."""
    for state in line(1):
        if state.phase == "recruit" and 1 in state.record["deck_size"]:
            break
    decks = [f"deck:{name}" for name in ("yellow", "blue", "red", "green")]
    for deck, left in zip(decks, state.record["deck_size"].tolist(), strict=True):
        said = GAME.describe(state, GAME.action_ids[deck])
        assert said.endswith("(1 left: the game ends with this turn)" if left == 1 else f"({left} left)")


def test_abilities_are_named_where_they_are_of_use() -> None:
    """Cortes has plunder, which is a commander's and no suppressor's."""
    first = {"kings": [king("Henry VIII", "Spain")], "nobles": ["Hernan Cortes", "Duke of Alba", "Charles V"]}
    second = {"kings": [king("Elizabeth I", "Portugal")]}
    cortes, alba = GAME.action_ids["person:Hernan Cortes"], GAME.action_ids["person:Duke of Alba"]
    state = laid(first, second)
    for action in ("war", "country:Portugal", "pass", "country:Spain", "pass", "pass"):
        state.play(action)
    assert "plunder" in GAME.describe(state, cortes) and "suppression" not in GAME.describe(state, alba)
    state = laid(first, second, rebels=["Charles V"])
    state.play("suppress")
    assert "plunder" not in GAME.describe(state, cortes) and "suppression" in GAME.describe(state, alba)


@pytest.mark.parametrize(("children", "said"), [([], True), (["Mary I"], False)])
def test_a_commander_is_told_when_his_death_would_empty_a_throne(children: list[str], said: bool) -> None:
    first = {"kings": [king("Henry VIII", "Spain", children=children)], "nobles": ["Charles V"]}
    state = laid(first, {"kings": [king("Elizabeth I", "Portugal")]})
    for action in ("war", "country:Portugal", "pass", "country:Spain", "pass", "pass"):
        state.play(action)
    told = {name: GAME.prospects(state, GAME.action_ids[f"person:{name}"]) for name in ("Henry VIII", "Charles V")}
    assert ("contest" in told["Henry VIII"]) is said
    assert "contest" not in told["Charles V"], "a noble leaves no throne"


def test_one_success_is_no_successes() -> None:
    lines = [each for seed in range(30) for state in line(seed) for each in state.chronicle(None)]
    wars = [each for each in lines if "success less" in each or "successes less" in each]
    assert any(each.startswith("1 success less") for each in wars)
    assert not any(each.startswith("1 successes") for each in wars)


def test_where_somebody_is() -> None:
    first = {"kings": [king("Henry VIII", "Spain", spouse="Anne Boleyn")], "nobles": ["Charles V"]}
    state = laid(first, {"kings": [king("Elizabeth I", "Portugal")]}, rebels=["Charles V"], pool=["Francis I"])
    where = {name: nouns.where(state, PERSON_NAMES.index(name)) for name in PERSON_NAMES}
    assert where["Henry VIII"] == "king of kingdom_0" and where["Francis I"] == "in the pool"
    assert where["Anne Boleyn"] == "spouse of Henry VIII, kingdom_0"
    assert where["Charles V"] == "noble of kingdom_0, rebel" and where["Philip II"] == "in the yellow deck"


def test_abilities_that_work_have_names() -> None:
    """K29: *suppression* and *alchemy* without the option, too; *waste*, *war tax* and *advent* never."""
    alba, rudolf, ana, wallenstein, suleiman = (
        PERSON_NAMES.index(name)
        for name in ("Duke of Alba", "Rudolf II", "Ana de Mendoza", "Albrecht von Wallenstein", "Suleiman I")
    )
    assert [nouns.ability(p, True) for p in (alba, rudolf, ana, wallenstein, suleiman)] == [
        "suppression", "alchemy", "assassination", "", "",
    ]  # fmt: skip
    assert [nouns.tag(p, False) for p in (alba, rudolf, ana)] == ["quell", "alchemy", ""]
    assert nouns.ability(PERSON_NAMES.index("John of Austria"), True) == "sea-4"


# ------------------------------------------------------------------------------------------------------------- chances


@pytest.mark.parametrize(
    ("attack", "war", "defence", "other", "power"), [(3, 3, 2, 2, 1), (6, 4, 2, 1, 1), (2, 6, 2, 6, 0), (0, 3, 1, 1, 0)]
)
def test_the_chance_of_victory_is_that_of_the_dice(attack: int, war: int, defence: int, other: int, power: int) -> None:
    """By all faces of all dice."""
    dice = np.indices((6,) * (attack + defence)).reshape(attack + defence, -1) + 1
    wins, losses = (dice[:attack] <= war).sum(axis=0), (dice[attack:] <= other).sum(axis=0)
    assert odds.victory(attack, war, defence, other, power) == pytest.approx(float((wins - losses > power).mean()))


def test_prospects() -> None:
    """Chances of a birth, an incitement, a suppression and a check, from the numbers on the cards."""
    first = {"kings": [king("Henry VIII", "Spain", spouse="Anne Boleyn")], "nobles": ["Duke of Alba", "Charles V"]}
    second = {"kings": [king("Philip II", "Portugal")], "nobles": ["Maximilian II"]}
    state = laid(first, second, rebels=["Charles V"], scythe=0)
    row = {name: nouns.stats(PERSON_NAMES.index(name)) for name in PERSON_NAMES}

    def chance(*actions: str) -> str:
        copy = state.clone()
        for action in actions[:-1]:
            copy.play(action)
        return GAME.prospects(copy, GAME.action_ids[actions[-1]])

    fertility = row["Henry VIII"]["F"] + row["Anne Boleyn"]["F"] - 1
    assert chance("procreation", "person:Henry VIII") == f"succeeds {round(100 * (1 - (1 - fertility / 6) ** 2))} %"
    assert chance("incite", "person:Maximilian II") == f"succeeds {round(100 * row['Maximilian II']['A'] / 6)} %"
    alba = row["Duke of Alba"]
    least = max(0, alba["G"] + alba["P"] - row["Charles V"]["P"])
    assert chance("suppress", "person:Duke of Alba", "person:Charles V") == f"succeeds {round(100 * least / 6)} %"
    dies, _, left = chance("reaper", "person:Philip II").partition("; ")
    assert dies == f"dies {round(100 * (1 - row['Philip II']['L'] / 6))} %"
    assert left == "no child: this death would leave his throne to a contest"
    veto = state.clone()
    veto.play("reaper")
    veto.play("person:Philip II")
    assert "Philip II dies with a chance of" in GAME.prospects(veto)


@pytest.mark.parametrize(
    ("kings", "left"),
    [
        ([king("Philip II", "Portugal", children=["Maximilian II"])], ""),
        (
            [king("Philip II", "Portugal"), king("Maximilian II", "Sweden")],
            "No child: this death would leave his throne to a contest.",
        ),
        (
            [king("Philip II", "Portugal")],
            "No child: this death would leave his throne to a contest, and you without a king unless you win it.",
        ),
    ],
)
def test_who_may_refuse_is_told_what_a_death_would_leave(kings: list[dict[str, object]], left: str) -> None:
    state = laid({"kings": [king("Henry VIII", "Spain")]}, {"kings": kings}, scythe=0)
    state.play("reaper")
    others = GAME.prospects(state, GAME.action_ids["person:Philip II"])
    assert ("leave his throne to a contest" in others) == bool(left) and "you without" not in others
    own = GAME.prospects(state, GAME.action_ids["person:Henry VIII"])
    assert own.endswith("leave his throne to a contest, and you without a king unless you win it")
    state.play("person:Philip II")
    assert state.phase == "veto"
    assert GAME.prospects(state).partition(" %. ")[2] == left


def test_the_defence_is_told_its_chance_against_the_commander_who_attacks() -> None:
    """Where the attacker has named somebody else than his best one, that one counts."""
    attacker = {"kings": [king("Henry VIII", "Spain", spouse="Anne Boleyn")]}
    state = laid(attacker, {"kings": [king("Elizabeth I", "Portugal")], "nobles": ["Maximilian II"]})
    for action in ("war", "country:Portugal", "pass", "country:Spain", "pass", "pass", "person:Anne Boleyn"):
        if action in [GAME.action_names[each] for each in state.legal()]:
            state.play(action)
    assert state.phase == "defend_commander"
    weak, elizabeth = (nouns.stats(PERSON_NAMES.index(name))["W"] for name in ("Anne Boleyn", "Elizabeth I"))
    assert weak < nouns.stats(PERSON_NAMES.index("Henry VIII"))["W"]
    chance = Chance(odds.victory(6, weak, 2, elizabeth, 2))
    assert GAME.prospects(state, GAME.action_ids["person:Elizabeth I"]).startswith(f"the attack succeeds {chance}, ")


def test_chances_of_a_war_before_its_dice() -> None:
    """Spain (6) with Henry VIII against Portugal (2) with Elizabeth I: if all is used, and as it stands."""
    henry, elizabeth = (nouns.stats(PERSON_NAMES.index(name))["W"] for name in ("Henry VIII", "Elizabeth I"))
    chance = Chance(odds.victory(6, henry, 2, elizabeth, 2))
    assert GAME.prospects(battle(), GAME.action_ids["war"]) == f"succeeds {chance} at best"
    assert GAME.prospects(battle("war"), GAME.action_ids["country:Portugal"]) == f"succeeds {chance}"
    state = battle("war", "country:Portugal")
    before = state.to_dict()
    assert GAME.prospects(state).startswith(
        f"No country is used yet. If you fight, the attack succeeds {chance}, if both sides"
    )
    assert state.to_dict() == before
    state.play("pass")
    assert GAME.prospects(state, GAME.action_ids["country:Spain"]) == f"the attack succeeds {chance}"
    state.play("country:Spain")
    assert GAME.prospects(state, GAME.action_ids["pass"]) == f"the attack succeeds {chance}"


@pytest.mark.parametrize("side", [0, 1])
def test_chances_with_aid(side: int) -> None:
    """K13: a helper's country counts 2 dice for its side, whatever its power."""
    seats = [{"kings": [king("Henry VIII", "Spain")]}, {"kings": [king("Elizabeth I", "Portugal")]}]
    save = {"game": GAME.name, "options": {"num_players": 3, "ask_forced": True}}
    state = GAME.from_dict({**save, "seats": [*seats, {"kings": [king("Philip II", "Poland")]}]}, backend="interpreted")
    for action in ("war", "country:Portugal", "pass", "country:Spain", "pass", "pass"):
        state.play(action)
    henry, elizabeth = (nouns.stats(PERSON_NAMES.index(name))["W"] for name in ("Henry VIII", "Elizabeth I"))
    action = GAME.action_ids[("aid_attack:Poland", "aid_defence:Poland")[side]]
    chance = odds.victory(6 + 2 * (1 - side), henry, 2 + 2 * side, elizabeth, 2)
    assert state.phase == "aid" and GAME.prospects(state, action) == f"the attack succeeds {Chance(chance)}"


def chances(state: State) -> list[str]:
    """The first chance of each legal action, as it is told."""
    told = (GAME.prospects(state, int(action)) for action in state.legal())
    return [found[1] for each in told if (found := re.match(r"(?:succeeds )?(agreed|.*?%)", each))]


def number(chance: str) -> float:
    under, over = chance.startswith("under"), chance.startswith("over")
    return 100.0 if chance == "agreed" else float(chance.split()[-2]) - 0.5 * under + 0.5 * over


def test_the_best_chance_of_a_declaration_is_that_of_its_best_choice() -> None:
    """Found by declaring it, and looking at all that can be chosen then."""
    seen, own_named = set(), False
    for seed in range(12):
        for state in line(seed, num_players=2 + seed % 3, ask_forced=True):
            if state.phase == "action" and state.record["turn"] % 3 == 0:
                for action in ("marriage", "procreation", "war", "incite", "suppress"):
                    if not state.mask[GAME.action_ids[action]]:
                        continue
                    declared = state.clone()
                    declared.play(action)
                    tables = [declared]
                    if action == "marriage":
                        tables = [declared.clone() for _ in declared.legal()]
                        for table, suitor in zip(tables, declared.legal(), strict=True):
                            table.play(int(suitor))
                    found = [number(chance) for table in tables for chance in chances(table)]
                    if action == "incite":  # a person of one's own may be named, and is no aim
                        owners = declared.record["owner"][declared.legal() - PERSON]
                        found = [0.0 if own else each for own, each in zip(owners == state.seat, found, strict=True)]
                        own_named |= bool((owners == state.seat).any())
                    best = max(found)
                    said = GAME.prospects(state, GAME.action_ids[action])
                    assert said.endswith(" at best") and number(said.removeprefix("succeeds ")[:-8]) == best, action
                    seen.add(action)
    assert own_named
    assert seen == {"marriage", "procreation", "war", "incite", "suppress"}


@pytest.mark.parametrize(
    ("persons", "arms"),
    [
        (("Charles V", "Francis I"), (0, 0)),
        (("Charles V", "Nostradamus"), (0, 1)),
        (("Charles V", "Francis I", "Nostradamus"), (0, 1, 1)),
        (("Charles V", "Francis I", "Charles V"), (0, 0, 1)),
    ],
)
def test_the_chance_of_a_throne_is_that_of_the_dice(persons: tuple[str, ...], arms: tuple[int, ...]) -> None:
    """By all faces of all dice, rolled again by those with the highest total, ten times at most (K25, K26)."""
    people = [PERSON_NAMES.index(name) for name in persons]
    more = [nouns.stats(person)["P"] + arm for person, arm in zip(people, arms, strict=True)]

    def wins(left: tuple[int, ...], person: int, rolls: int) -> float:
        if len({people[i] for i in left}) == 1 or rolls == 10:
            return float(people[left[0]] == person)
        totals = np.indices((6,) * len(left)).reshape(len(left), -1).T + [more[i] for i in left]
        tops, counts = np.unique(totals == totals.max(axis=1, keepdims=True), axis=0, return_counts=True)
        return sum(
            count
            / len(totals)
            * wins(tuple(i for i, is_top in zip(left, top, strict=True) if is_top), person, rolls + 1)
            for top, count in zip(tops, counts, strict=True)
        )

    namings = tuple(zip(people, arms, strict=True))
    expected = [wins(tuple(range(len(people))), person, 0) for person in dict.fromkeys(people)]
    assert [contest.throne(namings, person) for person in dict.fromkeys(people)] == pytest.approx(expected)
    assert sum(expected) == pytest.approx(1)


def test_chances_of_a_throne_in_words() -> None:
    """The first to name is told none; the last one that among all."""
    asked = set()
    for state in (state for seed in range(6) for state in line(seed, num_players=2)):
        if state.phase in ("candidate", "arms"):
            named = int((state.record["candidate"] >= 0).sum())
            told = [GAME.prospects(state, int(action)) for action in state.legal()]
            if state.phase == "candidate":
                assert all(each.startswith("wins ") if named else not each for each in told)
            else:
                assert re.search(r"dies \d+ % if he loses$", told[-1])
                assert all(each.startswith("wins ") for each in told) == (named == 2)
            asked.add((state.phase, named))
    assert asked == {("candidate", 0), ("arms", 1), ("candidate", 1), ("arms", 2)}


# ---------------------------------------------------------------------------------------------- chronicle and drawings


def test_the_chronicle_of_a_battle() -> None:
    first, second = {"kings": [king("Henry VIII", "Spain")]}, {"kings": [king("Elizabeth I", "Portugal")]}
    state = laid(first, second)
    for action in ("war", "country:Portugal", "pass", "country:Spain", "pass", "pass", "person:Henry VIII"):
        state.play(action)
    state.play("person:Elizabeth I")
    said = state.chronicle()
    assert said[0] == "Elizabeth I commands the defence for kingdom_1"
    assert re.fullmatch(r"the attack rolls( \d){6} against war \d", said[1])
    assert re.fullmatch(r"the defence rolls( \d){2} against war \d", said[2])
    assert re.fullmatch(r"\d successes less \d, against power 2: (no )?victory for kingdom_0", said[3])
    assert said[4] == "exhausted now: Portugal, Spain"
    assert re.search(r"rolls \d against life \d", " ".join(said[5:]))


def test_terminal_shows_everybody_and_is_narrow_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns, most in (("80", 80), ("20", NARROWEST), ("500", WIDTH)):
        monkeypatch.setenv("COLUMNS", columns)
        for phase in ("candidate", "defend_commander", "discard", "end"):
            state = met()[phase]
            lines = ESCAPE.sub("", GAME.ansi(state, 0)).splitlines()
            assert max(len(each.rstrip()) for each in lines) <= most
            text = " ".join("\n".join(lines).split())
            assert all(PERSON_NAMES[person] in text for person in np.flatnonzero(state.record["owner"] >= 0))
    assert "in arms" in ESCAPE.sub("", GAME.ansi(armed(), None))


def armed() -> State:
    """A contest in which somebody has taken up arms."""
    for seed in range(200):
        for state in line(seed, num_players=3):
            if state.phase == "candidate" and state.record["arms"].any():
                return state
    raise AssertionError("nobody takes up arms")


def test_terminal_marks_rebels_and_exhausted_countries() -> None:
    state = laid(
        {"kings": [king("Henry VIII", "Spain")], "nobles": ["Charles V"]}, {"kings": [king("Elizabeth I", "Portugal")]},
        rebels=["Charles V"], exhausted=["Spain"],
    )  # fmt: skip
    text = ESCAPE.sub("", GAME.ansi(state, 0))
    assert "[Spain 6]" in text and "Charles V" + " " * 16 + "!m" in text and "Portugal 2" in text


def test_a_seat_that_has_lost_all_is_said_to_be_without_a_king() -> None:
    state = laid({"kings": [king("Henry VIII", "Spain")]}, {"kings": [king("Elizabeth I", "Portugal")]})
    for action in ("war", "country:Portugal", "declare", "person:Henry VIII"):
        state.play(action)
    assert state.done and "WITHOUT A KING" in ESCAPE.sub("", GAME.ansi(state, 0))
    assert "kingdom_1 is without a king" in state.chronicle()[-1]
