"""Every text of a template that is marked for translation has its Japanese in ``django.po``."""

import re
from ast import literal_eval
from pathlib import Path

import polib
from django.utils.translation import templatize

HOME = Path(__file__).parents[2]
STRING = r"""u(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
CALL = re.compile(rf"n?(p?)gettext\(({STRING})(?:, ({STRING}))?")


def test_no_text_of_a_template_lacks_its_japanese():
    stored = polib.pofile(str(HOME / "companion/locale/ja/LC_MESSAGES/django.po"))
    known = {(each.msgctxt, each.msgid) for each in stored.translated_entries()}
    used = set()
    for path in (HOME / "templates").rglob("*.*"):
        for context, first, second in CALL.findall(templatize(path.read_text("utf-8"))):
            texts = literal_eval(first), literal_eval(second or "''")
            used.add(texts if context else (None, texts[0]))
    assert len(used) > 500
    assert used - known == set()
