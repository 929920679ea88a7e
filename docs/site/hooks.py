"""What the site does to the repository's pages, which stay readable as they are where the repository is hosted."""

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
AROUND = {
    "README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md", "CITATION.cff": "citation.md",
}  # fmt: skip
"""Files outside docs/ that are pages, and where."""
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```(\w+) (\S+)$", re.MULTILINE)
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
