"""Django settings, for a home network by default and adjustable for the internet.

Without any environment variable: plain HTTP, SQLite, all data below ``var/``. README.md lists the
variables.
"""

import os
from contextlib import suppress
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf.locale import LANG_INFO
from django.utils.csp import CSP

from companion import owner_only_files
from companion.http.client_address import parse_trusted_proxies
from companion.messages import say
from companion.operations import database_settings
from companion.operations.data_directory import secret_key
from companion.operations.operational_problem import OperationalProblem
from scoring.text.localised import LANGUAGES as SPOKEN

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = owner_only_files.folder(Path(os.environ.get("COMPANION_VAR") or BASE_DIR / "var"))


def _switch(name: str) -> bool:
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def _words(name: str) -> list[str]:
    return os.environ.get(name, "").replace(",", " ").split()


def _days(name: str) -> timedelta | None:
    given = os.environ.get(name, "").strip()
    if given and not (given.isascii() and given.isdigit() and 0 < int(given) < 100_000):
        raise OperationalProblem(say("trouble-days", name=name))
    return timedelta(days=int(given)) if given else None


DEBUG = _switch("COMPANION_DEBUG")
HTTPS = _switch("COMPANION_HTTPS")
# On one person's phone, without a server or other phones: docs/standalone-app.md.
STANDALONE = _switch("COMPANION_ALONE")
SECRET_KEY = os.environ.get("COMPANION_SECRET_KEY") or secret_key(VAR)
SECRET_KEY_FALLBACKS = _words("COMPANION_FORMER_SECRET_KEYS")

# Without named hosts companion/http/hosts.py accepts those of home networks.
HOSTS = ["*"] if STANDALONE else _words("COMPANION_HOSTS")
ALLOWED_HOSTS = HOSTS or ["*"]
CSRF_TRUSTED_ORIGINS = _words("COMPANION_ORIGINS")
# X-Forwarded-For is ignored, unless proxies are named or counted.
TRUSTED_PROXIES = parse_trusted_proxies(_words("COMPANION_TRUSTED_PROXIES"))

INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "companion",
]

MIDDLEWARE = [
    "companion.http.prometheus_metrics.MetricsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "companion.http.staticfiles.StaticFilesMiddleware",
    "companion.http.compression_and_headers.ResponseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "companion.http.views.errors.GuardMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.history.phone_cookie.KnownPhonesMiddleware",
    "companion.tables.back_link.BackLinkMiddleware",
]

if STANDALONE:  # there the browser handles static files
    INSTALLED_APPS.remove("whitenoise.runserver_nostatic")
    MIDDLEWARE.remove("companion.http.staticfiles.StaticFilesMiddleware")

ROOT_URLCONF = "companion.urls"
WSGI_APPLICATION = "companion.wsgi.application"

# A game's own templates come first: see companion/games/game_templates.py.
LOADERS: list[Any] = [
    "companion.games.game_templates.GameTemplates",
    "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
]
if not DEBUG:
    LOADERS = [("django.template.loaders.cached.Loader", LOADERS)]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": LOADERS,
            # Tags and filters live in the room whose data they draw.
            "libraries": {
                "words": "companion.games.localised_text_tags",
                "drawings": "companion.games.drawings_tags",
                "entry_parts": "companion.rulebook.entry_parts_tags",
                "lookup": "companion.rulebook.lookup_tags",
                "history": "companion.history.history_tags",
                "fragments": "companion.http.cached_fragment_tags",
            },
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.i18n",
                "django.template.context_processors.request",
                "companion.tables.back_link.words",
                "companion.http.standalone_context.words",
            ],
        },
    },
]

# -- Storage -----------------------------------------------------------------------------

DATABASES = {
    "default": (
        database_settings.from_url(url)
        if (url := os.environ.get("DATABASE_URL"))
        else database_settings.in_file(owner_only_files.file(VAR / "companion.sqlite3"), STANDALONE)
    )
}

# -- Words -------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# Languages are those with a file scoring/text/words/<code>.ftl.
LANGUAGES = [
    (code, str(LANG_INFO.get(code, {}).get("name_local", code)).capitalize()) for code in SPOKEN
]
LOCALE_PATHS = [BASE_DIR / "companion" / "locale"]
FORMAT_MODULE_PATH = "companion.locale"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# -- Static files ------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
with suppress(OSError):  # Starting the app reports it; scoring a sheet needs no folder.
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "companion.games.game_templates.GameDrawings",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "companion.http.staticfiles.StaticFilesStorage"
        )
    },
}

# An exported site (docs/standalone-app.md) that this server offers below /phone/.
PHONE = Path(folder) if (folder := os.environ.get("COMPANION_PHONE")) and not STANDALONE else None
if PHONE and not (PHONE / "sw.js").is_file():
    raise OperationalProblem(say("trouble-phone", path=str(PHONE)))

# -- Safety ------------------------------------------------------------------------------

SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "worker-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
# CSRF checks over HTTPS need the referrer; it is not sent to other sites.
SECURE_REFERRER_POLICY = "same-origin"
CSRF_FAILURE_VIEW = "companion.http.views.errors.csrf_failure"

# The largest real form is a whole score sheet.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3000
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# Over plain HTTP these would lock everybody out; behind HTTPS they are needed.
SECURE_SSL_REDIRECT = HTTPS
# A container engine asks the app itself, not the proxy.
SECURE_REDIRECT_EXEMPT = ["^health$", "^metrics$"]
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# Browsers ignore this header over plain HTTP and complain about it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
# W005, W021: HSTS for subdomains and preloading are up to the domain's owner.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# -- Retention ---------------------------------------------------------------------------

# Days without a change until unfinished games and sheets without a table are deleted.
IDLE = _days("COMPANION_IDLE_DAYS")

# Address of this copy's source, which its licence asks to offer; the about page links to it.
SOURCE_URL = os.environ.get("COMPANION_SOURCE", "")

# -- Metrics and logs -------------------------------------------------------------------

# Token for reading the metrics; without one nothing is counted.
METRICS = os.environ.get("COMPANION_METRICS", "")
if METRICS and not find_spec("prometheus_client"):
    raise OperationalProblem(say("trouble-metrics"))

LOG_AS_JSON = os.environ.get("COMPANION_LOG") == "json"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "companion.operations.log_format.PlainFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "companion.operations.log_format.JsonFormatter"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOG_AS_JSON else "line",
        }
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO" if DEBUG else "WARNING", "propagate": True},
        # A visitor's wrong address is no problem of the operator.
        "django.request": {"level": "WARNING" if DEBUG else "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
