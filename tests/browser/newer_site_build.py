"""The same exported site as the next build would be: other names of scripts, another version."""

import re
import shutil
from pathlib import Path


def newer(site: Path, folder: Path) -> Path:
    shutil.copytree(site, folder)
    scripts = [path for path in folder.glob("*.js") if path.name != "sw.js"]
    names = {
        path.name: path.name.replace(".", ".0", 1) for path in [*scripts, *folder.glob("*.mjs")]
    }
    for path in [*folder.glob("*.js"), *folder.glob("*.mjs"), *folder.glob("*.html")]:
        text = path.read_text("utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        path.write_text(re.sub(r'("version": ")\w{4}', r"\g<1>0000", text), "utf-8")
    for old, new in names.items():
        (folder / old).rename(folder / new)
    return folder
