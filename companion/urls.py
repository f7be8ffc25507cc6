"""Every address of the site, in one list. A game's and an entry's are the shortest."""

from django.urls import URLPattern, URLResolver, path

from .views import home, lookup, pads, preferences, results, tables

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.start, name="home"),
    path("about", home.about, name="about"),
    path("language", preferences.language, name="language"),
    path("scheme", preferences.scheme, name="scheme"),
    path("find", lookup.find, name="find"),
    path("score/<slug:slug>/", pads.start, name="score"),
    path("pad/<slug:key>/", pads.pad, name="pad"),
    path("pad/<slug:key>/<slug:seat>/", pads.pad, name="pad"),
    path("result/<slug:key>/", results.result, name="result"),
    path("result/<slug:key>/edit", results.edit, name="result_edit"),
    path("result/<slug:key>/<slug:seat>/", results.around, name="around"),
    path("open/<slug:slug>/", tables.new, name="table_new"),
    path("join/", tables.join, name="join"),
    path("join/<slug:code>/", tables.join, name="join_code"),
    path("enter/<slug:secret>/", tables.enter, name="enter"),
    path("table/<slug:key>/", tables.table, name="table"),
    path("table/<slug:key>/invite/", tables.invite, name="table_invite"),
    path("table/<slug:key>/log/", tables.log, name="table_log"),
    path("table/<slug:key>/log/<int:number>/undo", tables.undo, name="table_undo"),
    path("table/<slug:key>/finish", tables.finish, name="table_finish"),
    path("table/<slug:key>/reveal", tables.reveal, name="table_reveal"),
    path("table/<slug:key>/sheet/<slug:seat>/", tables.sheet, name="table_sheet"),
    path("<slug:slug>/", lookup.box, name="box"),
    path("<slug:slug>/examples/<slug:name>", results.example, name="example"),
    path("<slug:slug>/<slug:entry>", lookup.entry, name="entry"),
]

handler400 = "companion.views.errors.bad_request"
handler403 = "companion.views.errors.forbidden"
handler404 = "companion.views.errors.not_found"
handler500 = "companion.views.errors.broken"
