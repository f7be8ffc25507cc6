"""Calculators' forms: their own words, and those of the state at hand."""

from dataclasses import replace

from scoring.model.sheet import Sheet
from scoring.text.localised import Verbatim


def test_a_form_without_a_shape_is_asked_as_it_is(toy):
    form = toy.calculators["scale"].form
    assert form.shaped(form.sheet.blank(1)) is form.sheet


def test_a_form_may_be_asked_in_words_of_what_was_entered(toy):
    def shape(position):
        (section,) = position.sheet.sections
        held = next(iter(position)).count("coins")
        fields = tuple(replace(f, label=Verbatim(f"not {held}")) for f in section.fields)
        return Sheet(position.catalogue, [replace(section, fields=fields)])

    form = replace(toy.calculators["scale"].form, shape=shape)
    state = form.sheet.read({"seats": {"p1": {"coins": 3}}})
    assert form.shaped(state).fields["coins"].label.en == "not 3"
    assert form.shaped(state).read(state) == state
