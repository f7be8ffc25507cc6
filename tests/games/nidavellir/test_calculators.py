"""The calculators: what they say, and what they write back to a table."""

import pytest

from scoring import game

GAME = game("nidavellir")


FORMS = {id_: each.form for id_, each in GAME.calculators.items() if each.form}


# -- all of them -----------------------------------------------------------------------------


@pytest.mark.parametrize("calculator", sorted(FORMS))
def test_forms_are_small(calculator):
    form = FORMS[calculator]
    open_ = [
        f for s in form.sheet.sections if not s.folded for f in s.fields if not f.standalone_only
    ]
    assert sum(len(list(field.paths())) for field in open_) <= 8
