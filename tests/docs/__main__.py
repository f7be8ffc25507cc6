"""Draws what ``docs/`` shows of the code: rooms, tables of the game reference, JSON Schemas.

.venv/bin/python -m tests.docs
"""

from pathlib import Path

from tests.docs import game_reference, json_schemas

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "docs" / "schemas"


def main() -> None:
    wanted = dict(game_reference.files(ROOT))
    wanted |= {SCHEMAS / name: text for name, text in json_schemas.files()}
    for old in set(SCHEMAS.glob("*.json")) - wanted.keys():
        old.unlink()
    for path, text in wanted.items():
        path.write_text(text, "utf-8")
        print(f"{path.relative_to(ROOT)} is up to date")


if __name__ == "__main__":
    main()
