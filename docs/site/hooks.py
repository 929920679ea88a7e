"""What the site does to the repository's pages, which stay readable as they are where the repository is hosted."""

import re
from pathlib import Path
from typing import Any

from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from agents.arguments import rulebook
from agents.people.web.boards import board_of
from agents.people.web.boards.pieces import joined
from agents.people.web.phrases import LANGUAGES, Words
from agents.people.web.rulebooks import REGISTERED
from agents.people.web.rules import languages_of, rules_for_players

ROOT = Path(__file__).resolve().parents[2]
AROUND = {
    "README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md", "CITATION.cff": "citation.md",
}  # fmt: skip
"""Files outside docs/ that are pages, and where."""
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```(\w+) (\S+)$", re.MULTILINE)
PLAYERS = re.compile(r"agents/people/web/rules/texts/(\w+)/(\w+)\.md")
"""Texts of the rules for players, by game and language: pages of their own, which the server of the tables has, too."""
STATIC = ROOT / "agents" / "people" / "web" / "pages" / "static"
PLAYERS_PAGE = Markup("""\
<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
{styles}</head>
<body class="plain rules"><svg class="sprite" aria-hidden="true">{sprite}</svg>
<main class="sheet reading"><nav class="ways">{ways}</nav><article>{text}</article></main></body>
</html>
""")
CITATION = """\
# Citation

If you use this software in your work, please cite it. The file `CITATION.cff` in the repository says how:

```yaml
{}```
"""


def slug(heading: str, separator: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", separator)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Anchors as GitHub makes them."""
    config.mdx_configs["toc"]["slugify"] = slug
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages from outside docs/."""
    for name, page in AROUND.items():
        content = (ROOT / name).read_text(encoding="utf-8")
        if name.endswith(".cff"):
            content = CITATION.format(content)
        files.append(File.generated(config, page, content=content))
    for name, content in players_files().items():
        files.append(File.generated(config, name, content=content))
    return files


def players_files() -> dict[str, str]:
    """The rules for players as pages that stand alone, and the style sheets that they share, by their places."""
    files = {}
    for place in REGISTERED.values():
        game = rulebook(place)
        board, found = board_of(game), languages_of(game)
        sheets = [sheet for sheet in ("site.css", board.style, "rules.css") if sheet]
        files |= {f"rules/players/{sheet}": (STATIC / sheet).read_text(encoding="utf-8") for sheet in sheets}
        styles = joined(Markup('<link rel="stylesheet" href="{}">').format(sheet) for sheet in sheets)
        for language in found:
            ways = [Markup('<a href="../{}.html">{}</a>').format(board.name, "Specification")]
            ways += [Markup('<a href="{}.{}.html" lang="{}">{}</a>').format(board.name, each, each, LANGUAGES[each])
                     for each in found if each != language]  # fmt: skip
            files[f"rules/players/{board.name}.{language}.html"] = PLAYERS_PAGE.format(
                language=language, title=Words(language)(board.called()), styles=styles,
                sprite=board.sprite(), ways=Markup(" ").join(ways), text=rules_for_players(game, language),
            )  # fmt: skip
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Links that leave docs/ lead to the page that the file has here, or become its name; a fence that names the file
    it quotes shows that name."""
    source = page.file.src_uri
    outside = {new: old for old, new in AROUND.items()}.get(source)
    folder = (ROOT / outside).parent if outside else (Path(config.docs_dir) / source).parent
    here = (Path(config.docs_dir) / source).parent

    def moved(link: re.Match[str]) -> str:
        image, words, target = link.groups()
        path, hash_sign, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return link[0]
        found = (folder / path).resolve()
        around = AROUND.get(found.relative_to(ROOT).as_posix()) if found.is_relative_to(ROOT) else None
        if found.is_relative_to(ROOT) and (text := PLAYERS.fullmatch(found.relative_to(ROOT).as_posix())):
            around = f"rules/players/{text[1]}.{text[2]}.html"
        wanted = Path(config.docs_dir) / around if around else found
        if not wanted.is_relative_to(config.docs_dir):
            return words
        return f"{image}[{moved_within(words)}]({relative(wanted, here)}{hash_sign}{anchor})"

    def moved_within(words: str) -> str:
        return LINK.sub(moved, words)

    return FENCE.sub(r'```\1 title="\2"', LINK.sub(moved, markdown))


def relative(path: Path, folder: Path) -> str:
    """The way to a path from a folder, as a link writes it."""
    up = 0
    while not path.is_relative_to(folder):
        folder, up = folder.parent, up + 1
    return "../" * up + path.relative_to(folder).as_posix()
