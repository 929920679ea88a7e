"""The greedy player of Shinsengumi: what it chooses on hand-laid tables."""

from types import SimpleNamespace
from typing import Any

from agents.greedy import Greedy
from dynasty_env.kit.seats.decision import Decision, dice_of
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.material import ARROW, CELL_NAMES, NEIGHBOUR, PERSON_NAMES, Direction
from dynasty_env.shinsengumi.rules.score import rank_key


def table(**fields: Any) -> State:
    return GAME.from_dict({"game": "shinsengumi_v0", **fields}, backend="interpreted")


def choice(state: State) -> str:
    return GAME.action_names[Greedy().act(Decision(state, dice_of(0)))]


def pieces(**cells: str) -> list[dict[str, Any]]:
    """Persons by family name on their cells, marked, so that only those whom a test unmarks can be named."""
    names = {name.split()[0]: name for name in PERSON_NAMES}
    return [{"person": names[family], "cell": cell, "white": 1} for family, cell in cells.items()]


def test_the_great_victory_is_in_the_topmost_row_nearest_to_a_side_edge() -> None:
    """§08: cells from the best to the worst of one side."""
    column_row = ((1, 1), (2, 1), (3, 1), (1, 2), (3, 6))
    keys = [rank_key(SimpleNamespace(chip=[0], cell=[(row - 1) * 6 + column - 1]), 0) for column, row in column_row]
    assert keys == sorted(keys)
    assert keys[0] == rank_key(SimpleNamespace(chip=[0], cell=[5]), 0)


def test_the_powder_saves_its_keepers_self() -> None:
    """A seppuku of one's own self in the last turn, while one is about to win."""
    persons = pieces(Kondo="1.1", Saito="6.6")
    persons.append({"person": "Kawai Kisaburo", "cell": "2.1", "attached": "Unworthy of bushido"})
    seats = [{"self": "Kawai Kisaburo"}, {"self": "Saito Hajime"}]
    for seed in range(400):
        state = table(seats=seats, persons=persons, powder=0, turn=12, seed=seed)
        while not state.done and state.phase != "ishida":
            state.play(int(state.legal()[-1]))
        if state.phase == "ishida" and state.view(0)["doomed"] == "Kawai Kisaburo":
            assert choice(state) == "use"
            return
    raise AssertionError("nobody fell")


def test_an_assassin_goes_for_the_rival_who_is_ahead() -> None:
    """On the other side stand the leading rival and a nobody."""
    persons = [*pieces(Kondo="1.1", Hirama="3.6", Inoue="4.4"), {"person": "Ohishi Kuwajiro", "cell": "6.3"}]
    seats = [{"self": "Inoue Genzaburo"}, {"self": "Kondo Isami"}]
    for seed in range(400):
        state = table(seats=seats, persons=persons, turn=12, seed=seed)
        while not state.done and state.phase != "assassinate_target":
            state.play(int(state.legal()[0]))
        if state.phase == "assassinate_target":
            assert choice(state) == "person:Kondo Isami"
            return
    raise AssertionError("nobody was sent")


def test_a_wait_keeps_the_own_self_out_of_a_fight() -> None:
    """The default arrow leads into a sword fight that combat 1 hardly survives; a stone leads elsewhere."""
    kawai = PERSON_NAMES.index("Kawai Kisaburo")
    seats = [{"self": "Kawai Kisaburo", "white": 2, "black": 2}, {"self": "Saito Hajime"}]
    persons = [{"person": "Kawai Kisaburo", "cell": "2.3"}, *pieces(Kondo="1.6", Saito="6.6")]
    default = ARROW[kawai, 0]
    spot = NEIGHBOUR[CELL_NAMES.index("2.3"), default]
    event, step = ("Kaientai", Direction.DOWN) if default == Direction.DOWN else ("Choshu elders", Direction.UP)
    lying = [{"event": event, "cell": CELL_NAMES[NEIGHBOUR[spot, step]]}]
    state = table(seats=seats, persons=persons, turn=12, events=lying)
    assert state.phase == "wait"
    assert choice(state).startswith("arrow:")
    assert choice(state) != "arrow:1"
