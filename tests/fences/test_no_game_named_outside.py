"""No game is named outside its own folders: what needs a name there belongs in the game."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def slugs():
    folders = (ROOT / "scoring" / "games").glob("*/")
    return [*sorted(f.name for f in folders if f.name[0] not in "_."), "toy_orchard"]


def general():
    """The files that serve every game alike."""
    yield from (ROOT / "companion").rglob("*.py")
    yield from (ROOT / "scoring").glob("[!_]*.py")
    for shared in ("text", "model", "loading", "solving", "check", "tools"):
        for path in (ROOT / "scoring" / shared).rglob("*"):
            if path.suffix in {".py", ".ftl", ".toml", ".in", ".md"}:
                yield path
    yield from (ROOT / "static" / "js").glob("*.js")
    for path in (ROOT / "templates").rglob("*"):
        if path.is_file() and path.relative_to(ROOT).parts[1] != "game":
            yield path


def test_general_files_name_no_game():
    names = "|".join(re.escape(slug).replace("_", "[-_ ]?") for slug in slugs())
    word = re.compile(rf"(?<![A-Za-z0-9])({names})(?![A-Za-z0-9])", re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number} names {match[0]}"
        for path in sorted(general())
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if names and (match := word.search(line))
    ]
    assert found == []
