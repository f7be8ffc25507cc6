"""SQL statements needed by every request to a table, compiled once instead of for each request.

Django takes several times longer to compile such a query than the database to run it. Values are
converted before any row is locked, so that no lock is held while JSON is encoded.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet


class Query:
    """A Django query compiled once per database, with placeholders for the values that change.

    ``queryset`` is a function that builds the query with a placeholder in place of each value: any
    constant of the value's type that occurs nowhere else in the query. ``first`` then runs the
    query with values in place of them.
    """

    def __init__(self, queryset: Callable[[], QuerySet[Any, Any]]) -> None:
        self._asked = queryset
        self._compiled: dict[str, tuple[Any, ...]] = {}

    def first(self, parameters: Mapping[Any, Any]) -> tuple[Any, ...] | None:
        """Runs the compiled query; returns its first row, with raw database values, or None.

        ``parameters`` maps each placeholder in the query to the value to run it with.
        """
        sql, params, *_ = self._compile()
        with connection.cursor() as cursor:
            cursor.execute(sql, [parameters.get(each, each) for each in params])
            row: tuple[Any, ...] | None = cursor.fetchone()
            return row

    def read(self, row: Iterable[Any]) -> list[Any]:
        """Converts a row of database values to Python values, as Django's model fields do."""
        *_, compiler, converters = self._compile()
        values: list[Any] = next(compiler.apply_converters([row], converters))
        return values

    def _compile(self) -> tuple[Any, ...]:
        """Returns the query's SQL and parameters, its compiler, and its columns' converters."""
        found = self._compiled.get(connection.vendor)
        if found is None:
            compiler = self._asked().query.get_compiler(connection=connection)
            sql, params = compiler.as_sql()
            converters = compiler.get_converters([column for column, _, _ in compiler.select])
            found = self._compiled[connection.vendor] = (sql, params, compiler, converters)
        return found


@dataclass(frozen=True, slots=True)
class Statement:
    """An SQL statement with parameters that are already converted for the database."""

    sql: str
    params: Sequence[Any]

    def run(self) -> int:
        """Executes the statement; returns the number of rows written."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, self.params)
            return int(cursor.rowcount)


def insert(row: Model) -> Statement:
    """Returns the SQL INSERT of a new row, without its primary key, which the database assigns."""
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]
    columns, places = ", ".join(map(_column, fields)), ", ".join(["%s"] * len(fields))
    return Statement(
        f"INSERT INTO {_quoted(row._meta.db_table)} ({columns}) VALUES ({places})",
        [_stored(field, getattr(row, field.attname)) for field in fields],
    )


def update(row: Model, only: Mapping[str, Any], values: Mapping[str, Any]) -> Statement:
    """Returns the SQL UPDATE that sets ``values`` in a row, unless the stored row has changed.

    ``only``: field to value that the stored row must still have. ``values``: field to new value.
    """
    fields = {field.attname: field for field in row._meta.concrete_fields}
    news = [(fields[name], value) for name, value in values.items()]
    old = [(fields[name], only[name]) for name in only] + [(row._meta.pk, row.pk)]
    sets = ", ".join(f"{_column(field)} = %s" for field, _ in news)
    where = " AND ".join(
        f"{_column(field)} {'IS NULL' if value is None else '= %s'}" for field, value in old
    )
    return Statement(
        f"UPDATE {_quoted(row._meta.db_table)} SET {sets} WHERE {where}",
        [_stored(*each) for each in (*news, *(each for each in old if each[1] is not None))],
    )


def _stored(field: Any, value: Any) -> Any:
    return field.get_db_prep_save(value, connection)


def _column(field: Any) -> str:
    return _quoted(field.column)


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))
