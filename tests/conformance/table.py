"""Which suite catches which fault: the table of docs/conformance.md.

python -m tests.conformance.table            # print it
python -m tests.conformance.table --write    # and write it into the page
"""

import argparse
import io
import logging
import random
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.test.render_test import render_test

from dynasty_env.conformance import Declaration, check
from dynasty_env.conformance.report import versions
from tests.conformance.environments import bids, broken_cards, cards, forms, ladder, subtle

PAGE = Path(__file__).parents[2] / "docs" / "conformance.md"
MARKS = "<!-- table of faults -->", "<!-- end of the table of faults -->"
CYCLES = 200
RUNS = 5
"""How often the libraries' tests are run on each fault: their actions are drawn from generators without a seed."""
NOT_ITS_OWN = "The environment is correct"
"""Begins the description of environments whose declared resampler or save is at fault: no other suite is told of it."""


@dataclass(frozen=True)
class Row:
    """A broken environment.

    Attributes:
        name: of its class.
        says: what is wrong.
        theirs: in how many of its runs the suite of its interface's library catches it; None where it is no matter of
            it.
        meant: the check of ours that is meant for it.
        ours: whether that one catches it.
    """

    name: str
    says: str
    theirs: int | None
    meant: str
    ours: bool


def pettingzoo_aec(make: Callable[..., Any]) -> None:
    """PettingZoo's tests of an AEC environment."""
    api_test(make(), num_cycles=CYCLES)
    seed_test(make, num_cycles=CYCLES)
    render_test(make)


def pettingzoo_parallel(make: Callable[..., Any]) -> None:
    """PettingZoo's tests of a Parallel environment."""
    parallel_api_test(make(), num_cycles=CYCLES)
    parallel_seed_test(make, num_cycles=CYCLES)


def gymnasium_single(make: Callable[..., Any]) -> None:
    """Gymnasium's test."""
    check_env(make(), skip_render_check=False)


def catches(suite: Callable[[Callable[..., Any]], None], make: Callable[..., Any]) -> bool:
    """Whether a suite raises."""
    random.seed(0)
    np.random.seed(0)
    silence = io.StringIO()
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(), redirect_stdout(silence), redirect_stderr(silence):
            warnings.simplefilter("ignore")
            suite(make)
    except Exception:
        return True
    finally:
        logging.disable(logging.NOTSET)
    return False


def unmasked(kind: Any) -> Callable[..., Any]:
    """The environment as suites that know no masks can play it: a forbidden action becomes the first allowed one.

    `parallel_api_test` looks for masks in observations alone, `check_env` nowhere.
    """

    class Lenient(kind):  # type: ignore[misc]
        def step(self, action: Any) -> Any:
            if isinstance(action, dict):
                masks = {agent: np.asarray(info["action_mask"]) for agent, info in self.infos().items()}
                action = {
                    agent: each if masks[agent][each] else masks[agent].argmax() for agent, each in action.items()
                }
            elif not self.action_masks()[action]:
                action = self.action_masks().argmax()
            return super().step(action)

    return Lenient


def rows(faults: Any, suite: Callable[[Any], None], play: Callable[[Any], Callable[..., Any]]) -> Iterator[Row]:
    """Every fault of an interface."""
    for kind, meant, declared in faults:
        says = " ".join((kind.__doc__ or "").split())  # a row of the table is one line
        theirs = None if says.startswith(NOT_ITS_OWN) else sum(catches(suite, play(kind)) for _ in range(RUNS))
        yield Row(kind.__name__, says, theirs, meant, caught(kind, declared, meant))


def caught(kind: Any, declared: Declaration, meant: str) -> bool:
    """Whether our check that is meant for a fault catches it."""
    report = check(kind, declared, name=f"{kind.__module__}:{kind.__name__}", only=[meant], seconds=30)
    return report[meant].verdict == "failed"


def tables() -> Iterator[tuple[str, list[Row]]]:
    """A table for each interface, once the suites have passed what is correct."""
    of_cards = broken_cards.FAULTS + subtle.CARD_FAULTS + forms.CARD_FAULTS
    of_ladders = ladder.FAULTS + subtle.LADDER_FAULTS + forms.LADDER_FAULTS
    parts = (
        ("PettingZoo, AEC", cards.Cards, of_cards, pettingzoo_aec, lambda kind: kind),
        ("PettingZoo, Parallel", bids.Bids, bids.FAULTS + forms.BID_FAULTS, pettingzoo_parallel, unmasked),
        ("Gymnasium", ladder.Ladder, of_ladders, gymnasium_single, unmasked),
    )
    for title, correct, faults, suite, play in parts:
        if catches(suite, play(correct)):
            raise SystemExit(f"{title}: the library's own tests refuse the correct environment {correct.__name__}")
        yield title, list(rows(faults, suite, play))


def markdown() -> str:
    """The table, with the versions it was made with."""
    lines = []
    for title, found in tables():
        theirs = [row for row in found if row.theirs is not None]
        library = title.partition(",")[0]
        lines += [
            f"### {title}",
            "",
            f"{library}'s own tests catch {sum(bool(row.theirs) for row in theirs)} of {len(theirs)} faults; "
            f"this suite's checks, each meant for one fault, catch {sum(row.ours for row in found)} of {len(found)}.",
            "",
            f"| fault | | {library} | this suite, by |",
            "|---|---|---|---|",
        ]
        said = {None: "–", 0: "missed", RUNS: "caught"}
        for row in found:
            other = said.get(row.theirs, f"caught in {row.theirs} of {RUNS} runs")
            own = f"`{row.meant}`" if row.ours else "missed"
            lines.append(f"| `{row.name}` | {row.says} | {other} | {own} |")
        lines.append("")
    made = ", ".join(f"{name} {number}" for name, number in versions().items() if name != "dynasty-env")
    return "\n".join([*lines, f"Made with {made}.", ""])


def main() -> None:
    """Print the table, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write it into docs/conformance.md")
    table = markdown()
    if not parser.parse_args().write:
        print(table)
        return
    text = PAGE.read_text(encoding="utf-8")
    first, last = MARKS
    whole = re.sub(f"{first}.*?{last}", lambda _: f"{first}\n\n{table}\n{last}", text, flags=re.DOTALL)
    PAGE.write_text(whole, encoding="utf-8")


if __name__ == "__main__":
    main()
