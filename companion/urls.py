"""All URL patterns of the site. Those of games and entries are the shortest."""

from collections.abc import Callable

from django.conf import settings
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from companion.calculators.views import calculator_pages as calculators
from companion.calculators.views import plans
from companion.history import views as history
from companion.home import views as home
from companion.http import url_converters  # noqa: F401  registers <id:>
from companion.http.views import installing, offline, preferences
from companion.operations import views as health
from companion.patterns import views
from companion.rulebook import views as rulebook
from companion.search import views as search
from companion.standalone import views as phone
from companion.sync import views as meeting
from companion.tables.views import (
    joining,
    log,
    new_pad,
    phases_and_clocks,
    proofs,
    results,
    scoreboard,
    set_up,
    sheets,
)


def moved(name: str) -> Callable[..., HttpResponseBase]:
    """Returns a view for an old address: a permanent redirect to the URL pattern ``name``."""
    return RedirectView.as_view(pattern_name=name, permanent=True, query_string=True)


SHEET, SETTINGS, MAP = ({"page": name} for name in ("sheet", "settings", "map"))
"""Arguments of the views of a seat's pages."""
AS_FILE = {"file": True}

urlpatterns: list[URLPattern | URLResolver] = [
    # first, since every phone at a table polls it
    path("table/<slug:key>/", scoreboard.table, name="table"),
    path("table/<slug:key>/sheet/<slug:seat>/", sheets.at_table, SHEET, "table_sheet"),
    path(
        "table/<slug:key>/sheet/<slug:seat>/settings/",
        sheets.at_table,
        SETTINGS,
        "table_settings",
    ),
    path("table/<slug:key>/sheet/<slug:seat>/map/", sheets.at_table, MAP, "table_map"),
    path("table/<slug:key>/open/<slug:seat>/", scoreboard.lying_open, name="table_open"),
    path("table/<slug:key>/code/", meeting.table, name="table_code"),
    path("table/<slug:key>/invite/", joining.invite, name="table_invite"),
    path("table/<slug:key>/set-up/", set_up.page, name="table_set_up"),
    path("table/<slug:key>/log/", log.log, name="table_log"),
    path("table/<slug:key>/log/<int:number>/undo", log.undo, name="table_undo"),
    path("table/<slug:key>/finish", scoreboard.finish, name="table_finish"),
    path("table/<slug:key>/answer/<slug:seat>", sheets.answer, name="table_answer"),
    path("table/<slug:key>/hurry", scoreboard.hurry, name="table_hurry"),
    path("table/<slug:key>/reveal", scoreboard.reveal, name="table_reveal"),
    path("table/<slug:key>/screen/", scoreboard.screen, name="table_screen"),
    path("table/<slug:key>/leave", joining.leave, name="table_leave"),
    path("table/<slug:key>/seat", scoreboard.seat, name="table_seat"),
    path("table/<slug:key>/play", phases_and_clocks.play, name="table_play"),
    path("table/<slug:key>/timer", phases_and_clocks.timer, name="table_timer"),
    path("table/<slug:key>/turn", phases_and_clocks.turn, name="table_turn"),
    path("table/<slug:key>/done", phases_and_clocks.done, name="table_done"),
    path("table/<slug:key>/again", joining.again, name="table_again"),
    path("table/<slug:key>/group", history.file_table, name="table_group"),
    path("table/<slug:key>/about", history.about_table, name="table_about"),
    path("table/<slug:key>/export.<slug:kind>", history.export_table, name="table_export"),
    path("table/<slug:key>/rules/", scoreboard.rules(search.find), name="table_rules"),
    path("table/<slug:key>/calculators/", phases_and_clocks.calculators, name="table_calculators"),
    path(
        "table/<slug:key>/calculators/<id:calculator>/",
        calculators.at_table,
        name="table_calculator",
    ),
    path(
        "table/<slug:key>/ask/<slug:seat>/<id:calculator>/",
        plans.at_table,
        name="table_plan",
    ),
    path("", home.start, name="home"),
    path("about", home.about, name="about"),
    path("proof", proofs.check, name="check_proof"),
    path("data", history.data, name="data"),
    path("data/file", history.data_file, name="data_file"),
    path("data/delete", history.data_delete, name="data_delete"),
    path("patterns/", views.patterns, name="patterns"),
    path("language", preferences.language, name="language"),
    path("scheme", preferences.scheme, name="scheme"),
    path("offline", offline.offline, name="offline"),
    path("worker.js", offline.worker, name="worker"),
    path("manifest/<slug:language>.webmanifest", installing.manifest, name="manifest"),
    path("apple-touch-icon.png", installing.apple, name="apple"),
    path("health", health.health, name="health"),
    path("metrics", health.metrics, name="metrics"),
    path("find", search.find, name="find"),
    path("score/<id:slug>/", new_pad.start, name="score"),
    path("code", meeting.read, name="code"),
    path("code/take", meeting.take, name="code_take"),
    path("pad/<slug:key>/", sheets.on_pad, SHEET, "pad"),
    path("pad/<slug:key>/code/", meeting.pad, name="pad_code"),
    path("pad/<slug:key>/set-up/", set_up.on_pad, name="pad_set_up"),
    path("pad/<slug:key>/<slug:seat>/", sheets.on_pad, SHEET, "pad"),
    path("pad/<slug:key>/<slug:seat>/settings/", sheets.on_pad, SETTINGS, "pad_settings"),
    path("pad/<slug:key>/<slug:seat>/map/", sheets.on_pad, MAP, "pad_map"),
    path(
        "pad/<slug:key>/<slug:seat>/ask/<id:calculator>/",
        plans.on_pad,
        name="pad_plan",
    ),
    path(
        "pad/<slug:key>/<slug:seat>/calculators/<id:calculator>/",
        calculators.on_pad,
        name="pad_calculator",
    ),
    path("result/<slug:key>/", results.result, name="result"),
    path("result/<slug:key>/code/", meeting.result, name="result_code"),
    path("result/<slug:key>/best", results.best, name="result_best"),
    path("result/<slug:key>/picture.svg", results.picture, name="result_picture"),
    path("result/<slug:key>/edit", results.edit, name="result_edit"),
    path("result/<slug:key>/save", history.save, name="result_save"),
    path("result/<slug:key>/<slug:seat>/proof", proofs.result, name="result_proof"),
    path("result/<slug:key>/<slug:seat>/proof.json", proofs.result, AS_FILE, "result_certificate"),
    path("result/<slug:key>/<slug:seat>/", results.alternatives, name="alternatives"),
    path("history/", history.history, name="history"),
    path("history/import", history.import_files, name="bring"),
    path("history/group", history.new_group, name="group_new"),
    path("history/tidy", history.tidy, name="tidy"),
    path("history/players", history.players, name="players"),
    path("history/play/<uuid:uid>/", history.play, name="play"),
    path("history/export.<slug:kind>", history.export, name="export"),
    path("group/<slug:secret>/", history.history, name="group"),
    path("group/<slug:secret>/tidy", history.tidy, name="group_tidy"),
    path("group/<slug:secret>/players", history.players, name="group_players"),
    path("group/<slug:secret>/play/<uuid:uid>/", history.play, name="group_play"),
    path("group/<slug:secret>/import", history.import_files, name="group_bring"),
    path("group/<slug:secret>/export.<slug:kind>", history.export, name="group_export"),
    path("open/<id:slug>/", joining.new, name="table_new"),
    path("join/", meeting.read, name="join"),
    path("join/<slug:code>/", joining.join, name="join_code"),
    path("join/<slug:code>/<slug:proof>/", joining.join, name="join_link"),
    path("enter/<slug:secret>/", joining.enter, name="enter"),
    path("<id:slug>/", rulebook.box, name="box"),
    path("<id:slug>/how", rulebook.how, name="how"),
    path("<id:slug>/print", rulebook.aid, name="aid"),
    path("<id:slug>/calculators/", calculators.index, name="calculators"),
    path("<id:slug>/calculators/<id:calculator>/", calculators.without_table, name="calculator"),
    # earlier addresses
    path("table/<slug:key>/tools/", moved("table_calculators")),
    path("table/<slug:key>/tools/<id:calculator>/", moved("table_calculator")),
    path("<id:slug>/tools/", moved("calculators")),
    path("<id:slug>/tools/<id:calculator>/", moved("calculator")),
    path("<id:slug>/examples/<id:name>", results.example, name="example"),
    path("<id:slug>/examples/<id:name>/<slug:seat>/proof", proofs.example, name="example_proof"),
    path(
        "<id:slug>/examples/<id:name>/<slug:seat>/proof.json",
        proofs.example,
        AS_FILE,
        "example_certificate",
    ),
    path("<id:slug>/<id:entry>", rulebook.entry, name="entry"),
]
if settings.STANDALONE:
    urlpatterns.insert(0, path("phone/restore", phone.restore, name="phone_restore"))
else:  # a phone's copy serves no other programs, and no preview images of links
    urlpatterns = [
        path("api/", include("companion.api.urls")),
        path("phone/", phone.first, name="phone"),
        path("phone/<path:rest>", phone.first),
        path("<id:slug>/<id:entry>.png", rulebook.share, name="share"),
        *urlpatterns,
    ]

handler400 = "companion.http.views.errors.bad_request"
handler403 = "companion.http.views.errors.forbidden"
handler404 = "companion.http.views.errors.not_found"
handler500 = "companion.http.views.errors.broken"
