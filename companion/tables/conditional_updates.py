"""Statements that each touch of a table needs, put together once instead of for each request.

Django puts a query's text together anew each time it is asked, and that takes several times as long
as the database does. Here the text stays, and only its values change. What is written is prepared
with its values before anything is locked, so that nobody waits while JSON is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet


@dataclass(frozen=True, slots=True)
class _Text:
    """A query as a database takes it, and how it gives each column back."""

    sql: str
    params: Sequence[Any]
    converters: Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]


class Query:
    """A query whose ``asked`` names stand-ins for the values that change.

    No stand-in may occur in it as a value of its own.
    """

    def __init__(self, asked: Callable[[], QuerySet[Any, Any]]) -> None:
        self._asked = asked
        self._texts: dict[str, _Text] = {}

    def first(self, given: Mapping[Any, Any]) -> tuple[Any, ...] | None:
        """The first row as the database gives it, with what is ``given`` for each stand-in."""
        text = self._text()
        with connection.cursor() as cursor:
            cursor.execute(text.sql, [given.get(each, each) for each in text.params])
            row: tuple[Any, ...] | None = cursor.fetchone()
            return row

    def read(self, row: Iterable[Any]) -> list[Any]:
        """The same row as the models' fields have it."""
        values = list(row)
        for column, converters, expression in self._text().converters:
            for convert in converters:
                values[column] = convert(values[column], expression, connection)
        return values

    def _text(self) -> _Text:
        """Of this database; two threads that meet here find the same."""
        found = self._texts.get(connection.vendor)
        if found is None:
            compiler = self._asked().query.get_compiler(connection=connection)
            sql, params = compiler.as_sql()
            columns = [column for column, _, _ in compiler.select]
            converters = compiler.get_converters(columns)
            listed = [(n, *each) for n, each in converters.items()]
            found = self._texts[connection.vendor] = _Text(sql, params, listed)
        return found


@dataclass(frozen=True, slots=True)
class Statement:
    """Something to write, with its values as the database takes them."""

    sql: str
    params: Sequence[Any]

    def run(self) -> int:
        """How many rows it wrote."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, self.params)
            return int(cursor.rowcount)


def insert(row: Model) -> Statement:
    """A new row, whose key the database draws."""
    values = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key
    }
    return Statement(_insert(type(row), tuple(values), connection.vendor), _stored(row, values))


def update(row: Model, only: Mapping[str, Any], values: Mapping[str, Any]) -> Statement:
    """New values for that row as long as its fields are what ``only`` says."""
    where = {row._meta.pk.attname: row.pk, **only}
    blank = tuple(name for name, value in where.items() if value is None)
    told = {name: value for name, value in where.items() if value is not None}
    sql = _update(type(row), tuple(values), tuple(told), blank, connection.vendor)
    return Statement(sql, [*_stored(row, values), *_stored(row, told)])


def _stored(row: Model, values: Mapping[str, Any]) -> list[Any]:
    fields = _fields(type(row))
    return [fields[name].get_db_prep_save(value, connection) for name, value in values.items()]


@cache
def _fields(model: type[Model]) -> dict[str, Any]:
    return {field.attname: field for field in model._meta.concrete_fields}


@cache
def _insert(model: type[Model], names: tuple[str, ...], vendor: str) -> str:
    places = ", ".join(["%s"] * len(names))
    columns = ", ".join(_columns(model, names))
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({columns}) VALUES ({places})"


@cache
def _update(
    model: type[Model],
    names: tuple[str, ...],
    told: tuple[str, ...],
    blank: tuple[str, ...],
    vendor: str,
) -> str:
    values = ", ".join(f"{each} = %s" for each in _columns(model, names))
    where = [f"{each} = %s" for each in _columns(model, told)]
    where += [f"{each} IS NULL" for each in _columns(model, blank)]
    return f"UPDATE {_quoted(model._meta.db_table)} SET {values} WHERE {' AND '.join(where)}"


def _columns(model: type[Model], names: Iterable[str]) -> list[str]:
    return [_quoted(_fields(model)[name].column) for name in names]


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))
