"""A form with an entry that was refused answers nothing but the fault, whichever form it is."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from scoring import game, games
from scoring.model.calculator import Form
from tests.games.posted import cases

FORMS = [
    pytest.param(slug, each.id, each.form, id=f"{slug}-{each.id}")
    for slug in sorted(games())
    for each in game(slug).calculators.values()
    if each.form and each.by_itself
]
CELLS = cases(3)
"""Cells tried of each field; the long run tries them all."""


def refused(form: Form) -> Iterator[tuple[str, str]]:
    """Cells of a form, each with something that it cannot take."""
    holders: list[tuple[str, Any]] = [
        ("table", form.sheet.table_fields),
        ("p1", form.sheet.declared),
    ]
    for holder, fields in holders:
        for field in fields.values():
            kind = field.cell.kind
            if kind == "number":
                wrong = str(field.cell.most + 1)
            elif kind in ("choice", "spot"):
                wrong = "no_such_thing"
            else:
                continue
            for path in list(field.paths())[:CELLS]:
                yield f"{holder}/{'/'.join(path)}", wrong


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "calculator", "form"), FORMS)
def test_a_form_with_a_refused_entry_answers_nothing_but_the_fault(slug, calculator, form, client):
    tried = list(refused(form))
    for path, wrong in tried:
        sent = {"sent": "1", path: wrong}
        address = reverse("calculator", args=[slug, calculator])
        page = client.get(address, sent, headers={"HX-Request": "true"}).content.decode()
        answer = page[page.index('id="answer"') :].partition("</section>")[0]
        (said,) = re.findall(r'<p role="status">(.*?)</p>', answer)
        assert said == "No answer: an entry was refused.", path
        assert answer.count('class="err"') == 1, path
        assert [part for part in ("<details", "seal", "<form") if part in answer] == [], path
    assert tried or all(f.cell.kind in ("flag", "text") for f in form.sheet.declared.values())
