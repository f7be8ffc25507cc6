"""Every address of the site, in one list. A game's and an entry's are the shortest."""

from django.urls import URLPattern, URLResolver, path

from .views import home, lookup, pads, preferences, results

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
    path("<slug:slug>/", lookup.box, name="box"),
    path("<slug:slug>/examples/<slug:name>", results.example, name="example"),
    path("<slug:slug>/<slug:entry>", lookup.entry, name="entry"),
]

handler400 = "companion.views.errors.bad_request"
handler403 = "companion.views.errors.forbidden"
handler404 = "companion.views.errors.not_found"
handler500 = "companion.views.errors.broken"
