"""Every address of the site, in one list. A game's and an entry's are the shortest."""

from django.urls import URLPattern, URLResolver, path

from companion.web.patterns import patterns

from .views import api, door, history, home, lookup, pads, play, preferences, results, tables, tools

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.start, name="home"),
    path("about", home.about, name="about"),
    path("patterns/", patterns, name="patterns"),
    path("language", preferences.language, name="language"),
    path("scheme", preferences.scheme, name="scheme"),
    path("find", lookup.find, name="find"),
    path("api/v1/search", api.find, name="api_search"),
    path("api/v1/complete", api.complete, name="api_complete"),
    path("api/v1/games", api.games, name="api_games"),
    path("api/v1/entries/<str:slug>", api.entries, name="api_entries"),
    path("api/v1/entries/<str:slug>/<str:entry>", api.entry, name="api_entry"),
    path("api/v1/sheet/<str:slug>", api.sheet, name="api_sheet"),
    path("api/v1/score/<str:slug>", api.score, name="api_score"),
    path("api/v1/optimise/<str:slug>/<str:question>/<str:seat>", api.optimise, name="api_optimise"),
    path("api/v1/openapi.json", api.document, name="api_document"),
    path("api/<path:rest>", api.unknown, name="api_unknown"),
    path("score/<slug:slug>/", pads.start, name="score"),
    path("pad/<slug:key>/", pads.pad, name="pad"),
    path("pad/<slug:key>/<slug:seat>/", pads.pad, name="pad"),
    path("pad/<slug:key>/<slug:seat>/ask/<slug:question>/", tools.ask_pad, name="pad_ask"),
    path("result/<slug:key>/", results.result, name="result"),
    path("result/<slug:key>/edit", results.edit, name="result_edit"),
    path("result/<slug:key>/<slug:seat>/", results.around, name="around"),
    path("history/", history.history, name="history"),
    path("history/import", history.bring, name="bring"),
    path("history/group", history.new_group, name="group_new"),
    path("history/export.<slug:kind>", history.export, name="export"),
    path("group/<slug:secret>/", history.group, name="group"),
    path("group/<slug:secret>/import", history.bring, name="group_bring"),
    path("group/<slug:secret>/export.<slug:kind>", history.export, name="group_export"),
    path("open/<slug:slug>/", door.new, name="table_new"),
    path("join/", door.join, name="join"),
    path("join/<slug:code>/", door.join, name="join_code"),
    path("enter/<slug:secret>/", door.enter, name="enter"),
    path("table/<slug:key>/", tables.table, name="table"),
    path("table/<slug:key>/invite/", door.invite, name="table_invite"),
    path("table/<slug:key>/log/", tables.log, name="table_log"),
    path("table/<slug:key>/log/<int:number>/undo", tables.undo, name="table_undo"),
    path("table/<slug:key>/finish", tables.finish, name="table_finish"),
    path("table/<slug:key>/reveal", tables.reveal, name="table_reveal"),
    path("table/<slug:key>/play", play.play, name="table_play"),
    path("table/<slug:key>/timer", play.timer, name="table_timer"),
    path("table/<slug:key>/again", door.again, name="table_again"),
    path("table/<slug:key>/group", history.file_table, name="table_group"),
    path("table/<slug:key>/export.<slug:kind>", history.export_table, name="table_export"),
    path("table/<slug:key>/rules/", tables.rules, name="table_rules"),
    path("table/<slug:key>/tools/", play.tools, name="table_tools"),
    path("table/<slug:key>/tools/<slug:tool>/", tools.at_table, name="table_tool"),
    path("table/<slug:key>/ask/<slug:seat>/<slug:question>/", tools.ask_at_table, name="table_ask"),
    path("table/<slug:key>/sheet/<slug:seat>/", tables.sheet, name="table_sheet"),
    path("<slug:slug>/", lookup.box, name="box"),
    path("<slug:slug>/print", lookup.aid, name="aid"),
    path("<slug:slug>/tools/", tools.index, name="tools"),
    path("<slug:slug>/tools/<slug:tool>/", tools.alone, name="tool"),
    path("<slug:slug>/examples/<slug:name>", results.example, name="example"),
    path("<slug:slug>/<slug:entry>", lookup.entry, name="entry"),
]

handler400 = "companion.views.errors.bad_request"
handler403 = "companion.views.errors.forbidden"
handler404 = "companion.views.errors.not_found"
handler500 = "companion.views.errors.broken"
