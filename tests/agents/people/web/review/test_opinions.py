"""What a page says of an opinion: its numbers agree with each other, and what is not known is not judged."""

import re

from agents.people.web.phrases import Words
from agents.people.web.review.opinions import judged, options_list
from agents.search.opinion import Opinion, Verdict, Weighed

NAMED = {1: "attack Spain", 2: "attack France", 3: "take no action"}
WORDS = Words("en")


def row(html: str, action: int) -> str:
    return html.partition(f'id="option-{action}"')[2].partition("</li>")[0].replace("\xa0", " ")


def test_the_loss_is_the_difference_of_the_numbers_beside_it() -> None:
    """The best one was found in other games (21 %) than those that measure the loss (36 % less 4 %)."""
    options = (Weighed(1, 0.21, 0.04, 0.0, 0.0, 60), Weighed(2, 0.19, 0.04, 0.02, 0.02, 60))
    opinion = Opinion("mc:60:greedy", options, Verdict(2, 0.04, 0.01, 0.32, 0.03, 200))
    listed = str(options_list(opinion, NAMED, WORDS, 2))
    said = str(judged(opinion.verdict, opinion, NAMED, WORDS)).replace("\xa0", " ")  # type: ignore[arg-type]
    assert "This gave away 32 %" in said
    best, taken = (int(re.search(r"wins about (\d+) %", row(listed, action))[1]) for action in (1, 2))  # type: ignore[index]
    assert best - taken == 32
    assert f"it wins about {taken} %" in said


def test_what_was_hardly_tried_is_not_judged() -> None:
    options = (Weighed(1, 0.30, 0.02, 0.0, 0.0, 300), Weighed(2, 0.21, 0.215, 0.09, 0.2, 3),
               Weighed(3, 0.29, 0.02, 0.01, 0.02, 290))  # fmt: skip
    listed = str(options_list(Opinion("mc:600:greedy", options), NAMED, WORDS, None))
    assert "hardly tried" in row(listed, 2)
    assert "not known" in row(listed, 2)
    assert "%" not in row(listed, 2)
    assert "<meter" not in row(listed, 2)
    assert "perhaps as good" in row(listed, 3)
    assert "the best, as far as can be seen" in row(listed, 1)
