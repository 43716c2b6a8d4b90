"""Every property holds on both databases."""

from __future__ import annotations

import pytest

from tests.property.opening import Database, InMemory, OnPostgres


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def database(request: pytest.FixtureRequest) -> Database:
    if request.param == "sqlite":
        return InMemory()
    return OnPostgres(request.getfixturevalue("postgres"))
