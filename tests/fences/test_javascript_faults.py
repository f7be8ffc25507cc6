"""Common faults of a script, found without a JavaScript toolchain.

A linter of npm's would bring hundreds of packages for some 300 lines, and would not run where
only Python is. So: this file holds what we agreed, node looks at the syntax where there is
one, and the browser tests run every module and fail on any error and on any breach of the
content security policy.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.standalone import build_site
from tests.conftest import NO_NODE

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
IN_PHONES = sorted((ROOT / "companion" / "standalone" / "browser").glob("*.*js"))
TEMPLATES = {path: path.read_text() for path in (ROOT / "templates").rglob("*.html")}
AVOID = {
    r"\beval\b|\bnew Function\b|setTimeout\(\s*[\"'`]": "the policy forbids text as code",
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write": "text from people is never markup",
    r"\bvar\b": "const or let",
    r"[^=!]==[^=]|!=[^=]": "=== and !==",
    r"console\.|debugger|\balert\(": "left over from looking for a bug",
    r"https?://": "everything comes from the app itself",
    r"\t| $": "no tabs, nothing at the end of a line",
}

assert IN_PHONES, "a folder that moved would leave its scripts unread"

each_script = pytest.mark.parametrize("script", [*SCRIPTS, *IN_PHONES], ids=lambda path: path.name)


def code(script: Path) -> str:
    """Without comments, texts and patterns, in which anything may stand."""
    text = re.sub(r"^\s*//.*$|/\*.*?\*/", "", script.read_text(), flags=re.M)
    text = re.sub(r"`(?:[^`$\\]|\\.)*`|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", '""', text)
    return re.sub(r"([(!,=:] ?)/(?:[^/\\\n]|\\.)+/[a-z]*", r'\1""', text)


@each_script
def test_it_says_why_it_is_there(script):
    assert script.read_text().startswith("// ")


@each_script
def test_nothing_that_we_avoid(script):
    found = [
        f"{number}: {why}"
        for number, line in enumerate(code(script).splitlines(), 1)
        for what, why in AVOID.items()
        if re.search(what, line)
    ]
    assert found == []


@each_script
def test_its_lines_are_short(script):
    assert max(map(len, script.read_text().splitlines())) <= 120


@each_script
def test_every_name_is_used(script):
    text = script.read_text()
    named = re.findall(r"^\s*(?:const|let|function) (\w+)", text, re.M)
    assert [name for name in named if len(re.findall(rf"\b{name}\b", text)) < 2] == []


@each_script
def test_what_it_looks_for_is_in_a_page(script):
    """``data-step`` in a script and in no template is an answer to a question nobody asks."""
    pages = "".join(TEMPLATES.values())
    asked = set(re.findall(r"\[(data-[a-z-]+)", script.read_text()))
    assert {name for name in asked if name not in pages} == set()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_page_or_another_module_loads_it_and_as_a_module(script):
    tags = re.findall(rf"<script[^>]*js/{script.name}[^>]*>", "".join(TEMPLATES.values()))
    ways = re.compile(rf'(?:import\(|from |import )"\./{script.name}"')
    asked = any(ways.search(each.read_text()) for each in SCRIPTS)
    assert tags or asked
    assert all('type="module"' in tag for tag in tags)


def test_no_template_holds_a_script_or_a_style():
    inline = r"<script(?![^>]*\bsrc=)|<style|\son[a-z]+=\"|\sstyle=\"|javascript:"
    assert [str(path) for path, text in TEMPLATES.items() if re.search(inline, text)] == []


@each_script
def test_node_can_read_it(script):
    node = shutil.which("node")
    if node is None:
        pytest.skip(NO_NODE)
    command = [node, "--input-type=module", "--check"]
    read = subprocess.run(command, input=script.read_text(), capture_output=True, text=True)
    assert read.returncode == 0, read.stderr


def test_what_scripts_of_phones_ask_of_their_build_and_each_other_is_there():
    text = "".join(path.read_text() for path in IN_PHONES)
    build = json.loads(re.sub(r"^export const BUILD = |;\n$", "", build_site._build("", {}, "")))
    assert set(re.findall(r"\bBUILD\.(\w+)", text)) <= {*build, "scripts"}
    asked = set(re.findall(r'from "\./([\w.]+)"', text))
    assert asked <= {*build_site.MODULES, *build_site.RUNTIME}
