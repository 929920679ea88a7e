"""How commands write their results to files."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from dynasty_env.kit.errors import SaveError, in_short
from dynasty_env.kit.files.atomic import on_disk, read_whole
from dynasty_env.kit.files.origin import foreign

if TYPE_CHECKING:
    from matplotlib.figure import Figure

T = TypeVar("T")


def from_json(file: Path, what: str, read: Callable[[Any], T]) -> T:
    """The result of `read` on the content of a JSON file. Raises SaveError if it is not a valid `what`; if another
    version wrote it, the message says so first."""
    with on_disk(file):
        text = read_whole(file)
    content = None
    try:
        content = json.loads(text)
        return read(content)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        writer = foreign(content) if isinstance(content, dict) else ""
        begins = f"{file}: {writer}: it" if writer else str(file)
        raise SaveError(f"{begins} holds no {what}: {in_short(error)}") from None


def as_csv(rows: Sequence[Mapping[str, Any]], digits: int) -> bytes:
    """Rows with the same columns as CSV; numbers have this many digits."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({k: round(v, digits) if isinstance(v, float) else v for k, v in row.items()} for row in rows)
    return text.getvalue().encode()


def markdown_table(heading: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A table in Markdown: so many columns of words, then numbers."""
    lines = ["| " + " | ".join(cells) + " |" for cells in (heading, *rows)]
    lines.insert(1, "|" + "---|" * words + "--:|" * (len(heading) - words))
    return "\n".join(lines) + "\n"


def as_png(figure: "Figure") -> bytes:
    """A matplotlib picture as PNG."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    out = io.BytesIO()
    FigureCanvasAgg(figure).print_png(out, metadata={"Software": None})  # type: ignore[no-untyped-call]
    return out.getvalue()
