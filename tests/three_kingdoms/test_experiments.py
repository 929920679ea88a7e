"""What is measured of negotiation: who asked, agreed, invaded together, and kept faith."""

from collections import Counter

from dynasty_env.kit.experiments import Deeds, telling
from dynasty_env.three_kingdoms.experiments import EXPERIMENTS, Negotiation
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import Trace
from dynasty_env.three_kingdoms.material import COUNTRY_NAMES
from tests.three_kingdoms.players import diplomat

SUN, CAO, SHAO = (COUNTRY_NAMES.index(name) for name in ("Sun", "Cao", "Yuan Shao"))


def follower() -> tuple[Negotiation, object]:
    """A game in which Cao is seat 2, Yuan Shao seat 0; Sun is a minor power."""
    state = GAME.new(1, backend="interpreted", scenario=3)
    assert [int(state.record["country_seat"][c]) for c in (SHAO, CAO, SUN)] == [0, 2, -1]
    return Negotiation(state), state


def entry(kind: Trace, seat: int, subject: int, other: int, value: int = 0) -> tuple[int, ...]:
    return int(kind), seat, subject, other, value, 15


def test_asks_and_answers_are_the_seats() -> None:
    game, state = follower()
    assert game.note(state, [entry(Trace.ANSWERED, 2, CAO, SHAO, 1)]) == [(2, "agreed to an alliance")]
    assert game.note(state, [entry(Trace.ANSWERED, 2, CAO, SHAO, 0)]) == [(2, "refused an alliance")]
    assert game.note(state, [entry(Trace.ALLIED, 0, SHAO, SUN)]) == [(0, "directed a minor power")]


def test_a_force_of_two_seats_is_a_joint_invasion_and_what_it_takes_is_won_jointly() -> None:
    game, state = follower()
    marched = [entry(Trace.MARCHED, 0, owner, 5, 3) for owner in (SHAO, CAO)]
    assert game.note(state, marched) == [(0, "invaded jointly"), (2, "invaded jointly")]
    assert game.note(state, [entry(Trace.CONTROLS, 0, CAO, 7)]) == [(2, "won an area jointly")]
    alone = [entry(Trace.MARCHED, 0, owner, 5, 3) for owner in (SHAO, SUN)]
    assert game.note(state, [*alone, entry(Trace.CONTROLS, 0, SHAO, 7)]) == []


def test_a_partner_of_this_turn_or_the_last_is_attacked_or_left() -> None:
    game, state = follower()
    agreed = [entry(Trace.ANSWERED, 2, CAO, SHAO, 1)]
    turn = [entry(Trace.TURN, 0, 0, 0, 12)]
    attack = [entry(Trace.INVADED, 0, CAO, 4, SHAO)]
    game.note(state, agreed)
    assert game.note(state, attack) == [(2, "attacked a partner")]
    assert game.note(state, turn) == []
    assert game.note(state, attack) == [(2, "attacked a partner")]
    assert game.note(state, turn) == [(0, "left a partner")], "who had asked asks no more"
    assert game.note(state, attack) == [(2, "attacked another seat")]
    game.note(state, agreed)
    game.note(state, turn)
    refused = [entry(Trace.ANSWERED, 2, CAO, SHAO, 0)]
    assert game.note(state, refused) == [(2, "refused an alliance"), (2, "left a partner")]
    assert game.note(state, turn) == [], "it has been counted"


def test_whole_games_tell_of_all_of_it() -> None:
    deeds: Counter[str] = Counter()
    for seed in range(3):
        state = GAME.new(seed, scenario=1 + seed, num_players=8, max_turns=3)
        player, game = diplomat(seed), Deeds(state, EXPERIMENTS.measures)
        while not state.done:
            state.play(player(state))
            if state.told:
                rows = state.record["trace"][: state.record["trace_length"]].tolist()
                if any(row[0] in telling(GAME, EXPERIMENTS.measures) for row in rows):
                    deeds.update(deed for seat, deed in game.note(state, rows) if 0 <= seat < 8)
    assert deeds["invaded jointly"] >= 2 * 1
    assert {"asked for an alliance", "agreed to an alliance", "won an area jointly"} <= set(deeds)


def test_points_are_those_held_and_those_won() -> None:
    state = GAME.new(5, backend="interpreted", max_turns=2)
    while not state.done:
        state.play(int(state.legal()[-1]))
    assert EXPERIMENTS.measures is not None
    for part, score in zip(EXPERIMENTS.measures.parts(state), state.scores(), strict=True):
        assert sum(part.values()) == score
