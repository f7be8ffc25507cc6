"""A sheet's way into a history: what the form says of names, day, place and note."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone

from companion.history import played_games, save_pad_to_history
from companion.history.models import Play
from companion.history.played_games import Record
from companion.history.seat_results import RecordSeat
from companion.tables.saved_results import keep_result
from scoring import examples, game
from scoring.model.errors_and_warnings import CellError

EVENING = datetime(2026, 3, 4, 20, 15, tzinfo=UTC)
SEATS = (RecordSeat("p1", "Aki", 1, 12), RecordSeat("p2", "", 2, 9))
BEFORE = Record("k", "keyflower", EVENING, SEATS, {}, "result", place="Kyoto", note="Rain")
OSAKA = replace(BEFORE, place="Osaka", note="Sun")


def typed(form: dict[str, str]) -> tuple[Record, list[CellError]]:
    return save_pad_to_history.typed(RequestFactory().post("/", form), BEFORE)


def told(**form: str) -> Record:
    found, errors = typed({"date": "2026-03-04"} | form)
    assert errors == []
    return found


def refused(day: str | None) -> tuple[Record, list[CellError]]:
    form = {"place": "Osaka", "note": "Sun"}
    return typed(form if day is None else form | {"date": day})


def test_what_the_form_does_not_say_stays():
    assert told() == BEFORE
    assert told(place="", note="") == replace(BEFORE, place="", note="")
    assert told(place="Osaka", note="Sun") == OSAKA


def test_the_hour_stays_with_its_day_and_another_day_has_its_noon():
    assert told(date="2026-03-04").played == EVENING
    assert told(date="2026-03-05").played == datetime(2026, 3, 5, 12, tzinfo=UTC)
    assert told(date="2026-03-03").played == datetime(2026, 3, 3, 12, tzinfo=UTC)


def test_a_day_lies_between_1900_and_tomorrow():
    today = timezone.now().date()
    for day in (date(1900, 1, 1), today, today + timedelta(days=1)):
        assert told(date=day.isoformat()).played.date() == day
    for day in (date(1899, 12, 31), today + timedelta(days=3)):
        assert [each.path for each in refused(day.isoformat())[1]] == ["date"]


@pytest.mark.parametrize("day", [None, "", "soon", "2026-02-30", "1899-12-31", "9999-12-31"])
def test_a_day_that_cannot_be_is_an_error_and_the_rest_is_kept(day):
    found, errors = refused(day)
    assert found == OSAKA
    assert [(each.path, each.message.en) for each in errors] == [("date", "This is not a date.")]


def test_names_are_cut_to_what_a_name_may_have_and_say_nothing_unprintable():
    form = {"p1/name": " \x00Ak\ti ", "p2/name": "x" * 30}
    seats = typed(form)[0].seats
    assert [seat.name for seat in seats] == ["Aki", "x" * 24]
    assert [(seat.seat, seat.place, seat.total) for seat in seats] == [
        ("p1", 1, 12),
        ("p2", 2, 9),
    ]
    assert typed({})[0].seats == SEATS
    assert typed({"p1/name": ""})[0].seats[0].name == ""


@pytest.mark.django_db
def test_a_result_that_is_kept_again_is_the_same_game_even_after_it_was_removed():
    state = game("keyflower").sheet.read(examples("keyflower")["whole_village"].state)
    result = keep_result(game("keyflower"), state)
    record = played_games.of_result(result)
    before = replace(record, seats=SEATS, played=EVENING)
    first = save_pad_to_history.keep(result, "me", before)
    assert isinstance(first, Play)
    Play.objects.filter(pk=first.pk).update(removed=timezone.now())
    after = replace(before, seats=SEATS[:1], place="Osaka", note="Sun")
    again = save_pad_to_history.keep(result, "me", after)
    kept = Play.objects.get()
    assert kept == first == again
    assert (kept.game, kept.sheet, kept.played) == ("keyflower", result, EVENING)
    assert (kept.place, kept.note, kept.removed) == ("Osaka", "Sun", None)
    assert [(seat["seat"], seat["name"]) for seat in kept.seats] == [("p1", "Aki")]
    assert kept.rows
    save_pad_to_history.keep(result, "somebody else", before)
    assert Play.objects.count() == 2
