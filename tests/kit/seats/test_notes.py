"""Notes: a line that goes with a proposal to the seat asked, to nobody else, and into the replay."""

import re
from collections.abc import Sequence

import pytest

from agents.language.dialogue import Model
from agents.language.player import LanguagePlayer
from agents.language.prompt import Message
from agents.language.reply import note_in
from agents.language.style import STYLES
from agents.uniform import Random
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.files.replays import Replay
from dynasty_env.kit.seats.notes import LONGEST, Note, Withdrawn, checked, one_line
from tests.tiny import asking, nim
from training.arena.dataset import play
from training.arena.match import play_game


class Says:
    """A model that takes one, with a line, whenever it may."""

    name = "says"

    def __init__(self, line: str) -> None:
        self.line = line
        self.sent: list[str] = []

    def answer(self, messages: Sequence[Message]) -> str:
        self.sent.append(messages[-1]["content"])
        return f"Let us see.\nSAY: {self.line}\nMOVE: 1"


def player(model: Model) -> LanguagePlayer:
    return LanguagePlayer(model, STYLES["compact"])


def test_a_note_is_one_line_that_controls_nothing() -> None:
    assert one_line("  join\n us,\x1b[31m\u202e now ") == "join us, [31m now"
    assert checked("あ" * LONGEST) == "あ" * LONGEST
    with pytest.raises(OptionError, match=f"a note of {LONGEST + 1} characters is too long"):
        checked("a" * (LONGEST + 1))


@pytest.mark.parametrize(
    ("reply", "note"),
    [
        ("SAY: march with us\nMOVE: 2", "march with us"),
        ("**SAY: march**\n**MOVE: 2**", "march"),
        ('{"move": 2, "say": "march"}', "march"),
        ('```json\n{"move": 2, "say": "march"}\n```', "march"),
        ("<think>SAY: secret</think>\nMOVE: 2", ""),
        ('{"move": 2, "say": 7}', ""),
        ("{broken", ""),
        ("SAY: " + "b" * 999 + "\nMOVE: 1", "b" * LONGEST),
    ],
)
def test_what_a_reply_says(reply: str, note: str) -> None:
    assert note_in(reply) == note


def test_a_model_reads_what_another_has_written_to_it_and_nobody_else_does() -> None:
    models = [Says("leave me the last one"), Says("never"), Says("hm")]
    play_game(asking.GAME.new(3, backend="interpreted", num_players=3), [player(model) for model in models])
    assert "taker_0 writes to you: “leave me the last one”" in "".join(models[1].sent)
    assert "leave me the last one" not in "".join(models[2].sent + models[0].sent)
    assert "taker_2 writes to you: “hm”" in "".join(models[0].sent)


def test_models_are_told_of_notes_only_where_there_are_proposals() -> None:
    model = Says("x")
    play_game(nim.GAME.new(3, backend="interpreted", num_players=2), [player(model), Random()])
    assert "SAY" not in "".join(model.sent)
    assert "writes to you" not in "".join(model.sent)
    play_game(asking.GAME.new(3, backend="interpreted", num_players=2), [player(model), Random()])
    assert "SAY" in model.sent[-1]


def test_a_replay_keeps_notes_and_refuses_those_of_no_action() -> None:
    replay, _ = play(asking.GAME, [player(Says("hear me")), Random()], 4, {})
    assert set(replay.notes.values()) == {"hear me"}
    kept = replay.to_dict()
    assert Replay.from_dict(asking.GAME, kept).notes == replay.notes
    assert "notes" not in Replay(asking.GAME, replay.options, 4, replay.players).to_dict()
    with pytest.raises(SaveError, match=r"notes: '999' is not the number of an action"):
        Replay.from_dict(asking.GAME, kept | {"notes": {"999": "x"}})
    for number in ("1" * 5000, "01", "+1", "-1", "٣", "", "1.0"):  # Python reads no more than 4300 digits
        with pytest.raises(SaveError, match=rf"^notes: '{re.escape(number[:70])}.* is not the number of an action"):
            Replay.from_dict(asking.GAME, kept | {"notes": {"1": "x", number: "y"}})
    with pytest.raises(SaveError, match=r"notes.0: a text is expected, not 5"):
        Replay.from_dict(asking.GAME, kept | {"notes": {"0": 5}})


def test_a_replay_keeps_what_was_read_and_taken_back() -> None:
    replay, _ = play(asking.GAME, [Random(), Random()], 4, {})
    assert "withdrawn" not in replay.to_dict()
    replay.withdrawn.append(Withdrawn(0, 0, 1, "come"))
    kept = replay.to_dict()
    assert Replay.from_dict(asking.GAME, kept).withdrawn == replay.withdrawn
    good = kept["withdrawn"][0]
    for wrong, says in (
        ({"number": 999}, r"withdrawn.0..number: .*999"),
        ({"addressee": 2}, r"withdrawn.0..addressee: .*2"),
        ({"text": 5}, r"withdrawn.0..text: a text is expected, not 5"),
        ({"colour": 1}, r"withdrawn.0.: there is no field 'colour'"),
    ):
        with pytest.raises(SaveError, match=says):
            Replay.from_dict(asking.GAME, kept | {"withdrawn": [good | wrong]})


def test_how_a_note_is_told() -> None:
    assert Note(2, 0, "come").told("power") == "power_2 writes to you: “come”"
