"""A table with a night of Craziness for three, its host, a phone that enters hands, and one that looks on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.site.conftest import chromium
from tests.web.table.phones import Phone, Running, come_in, open_table

__all__ = ["chromium"]  # here, so that it ends with this folder's tests, before another folder's browser begins


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tmp_path / "nights.sqlite"


@pytest.fixture
def empty(book: Path) -> Iterator[Running]:
    """A table at which no game has begun."""
    with open_table(book) as running:
        yield running


@pytest.fixture
def host(empty: Running) -> Phone:
    found = come_in(empty, "host")
    assert found.ask("score.start", game="craziness", players=["Ann", "Bo", "Cy"])["ok"]
    return found


@pytest.fixture
def table(empty: Running, host: Phone) -> Running:
    return empty


@pytest.fixture
def guest(table: Running) -> Phone:
    return come_in(table)


@pytest.fixture
def writer(table: Running) -> Phone:
    return come_in(table, "writer")
