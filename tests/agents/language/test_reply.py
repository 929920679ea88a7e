"""A reply names a legal move in the documented form, or is told what would be right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.language.moves import Move
from agents.language.reply import ReplyError, move_named

MOVES = [
    Move(1, 0, "pass", "pass: play no card"),
    Move(2, 7, "card:S7", "play 7♠", "then succeeds 66 %"),
    Move(3, 8, "card:S8", "play 8♠"),
    Move(4, 9, "first", "the same words"),
    Move(5, 10, "second", "the same words"),
]


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("MOVE: 2", 2),
        ("I think.\n\nMOVE: 3\n", 3),
        ("  MOVE: 3.  ", 3),
        ("**MOVE: 2**", 2),
        ("**MOVE:** 2", 2),
        ("MOVE: play 7♠", 2),
        ("MOVE: card:S8", 3),
        ("MOVE: 2\nYes.\nMOVE: play 7♠", 2),
        ("<think>MOVE: 3\nno</think>MOVE: 2", 2),
        ('{"move": 2}', 2),
        ('{"why": "it is best", "move": "3"}', 3),
        ('```json\n{"move": "pass"}\n```', 1),
        ("MOVE: pass: play no card", 1),
    ],
)
def test_documented_forms_are_read(reply: str, number: int) -> None:
    assert move_named(reply, MOVES).number == number


@pytest.mark.parametrize(
    ("reply", "illegal", "words"),
    [
        ("", False, "the reply is empty"),
        ("<think>MOVE: 2</think>", False, "the reply is empty"),
        ("2", False, "no line MOVE"),
        ("I take move: 2", False, "no line MOVE"),
        ("the MOVE: 2 is good", False, "no line MOVE"),
        ("MOVE: 0", True, "'0' is not a legal move"),
        ("MOVE: 6", True, "'6' is not a legal move"),
        ("MOVE: -1", True, "'-1' is not a legal move"),
        ("MOVE: 2 or 3", True, "is not a legal move"),
        ("MOVE: PASS", True, "'PASS' is not a legal move"),
        ("MOVE: " + "9" * 5000, True, "is not a legal move"),
        ('{"move": 1%s}' % ("0" * 30), True, "'a number of more than 9 digits' is not a legal move"),
        ("MOVE: ²", True, "is not a legal move"),
        ("MOVE: 2\nMOVE: 3", False, "several moves (2, 3)"),
        ("MOVE: the same words", False, "matches the moves 4, 5"),
        ('{"move": 2', False, "begins like JSON"),
        ('{"Move": 2}', False, 'no key "move"'),
        ('{"move": true}', False, 'no key "move"'),
        ('{"move": 2.0}', False, 'no key "move"'),
        ('{"move": 1e999}', False, 'no key "move"'),
        ('{"move": ' + "9" * 400 + "}", True, "is not a legal move"),
        ("{" * 20000, False, "begins like JSON"),
    ],
)
def test_everything_else_is_told_what_would_be_right(reply: str, illegal: bool, words: str) -> None:
    with pytest.raises(ReplyError) as caught:
        move_named(reply, MOVES)
    assert words in str(caught.value)
    assert caught.value.illegal == illegal
    assert "MOVE: <number>" in str(caught.value)
    assert "1 to 5" in str(caught.value)


@given(st.text(max_size=200))
def test_no_text_breaks_the_parser(reply: str) -> None:
    try:
        assert move_named(reply, MOVES) in MOVES
    except ReplyError as error:
        assert len(str(error)) < 400
