"""PostgreSQL is asked no more than the work needs."""

import pytest
from django.db import connections
from django.db.backends.postgresql import base

from companion.operations import database_settings


def test_a_kept_connection_is_looked_at_and_not_asked(
    postgres_server, tmp_path, monkeypatch, django_db_blocker
):
    described = database_settings.from_url(postgres_server.create(f"kept_{tmp_path.name}"))
    connections.settings["kept"] = {**connections.settings["default"], "OPTIONS": {}, **described}
    kept = connections["kept"]
    django_db_blocker.unblock()
    try:
        kept.ensure_connection()
        with monkeypatch.context() as patched:
            asks = base.DatabaseWrapper, "is_usable"
            patched.setattr(*asks, lambda _: pytest.fail("asked"))
            assert kept.is_usable()
        postgres_server.stop()
        assert not kept.is_usable()
        postgres_server.start()
        kept.close_if_unusable_or_obsolete()
        kept.close()
        kept.ensure_connection()
        assert kept.is_usable()
    finally:
        kept.close()
        django_db_blocker.restore()
        del connections.settings["kept"], connections["kept"]
