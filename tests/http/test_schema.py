"""Whatever is sent that the OpenAPI document allows, or does not: no failure of the server's, and no answer that the
document does not tell of."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.http.home import ROWS, serving
from tracker import Tracker
from tracker.serve.http.app import create_app
from tracker.serve.http.settings import Settings

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)


# What uvicorn answers by itself to a request line of more than 64 KiB.
NO_HTTP = b"Invalid HTTP request received."
SCHEMA = schemathesis.openapi.from_dict(create_app(Settings(db="sqlite://")).openapi())
# What never ends cannot be read to its end.
OPERATIONS = [one for one in (each.ok() for each in SCHEMA.get_all_operations()) if one.path != "/v1/stream"]


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    db = f"sqlite:///{tmp_path_factory.mktemp('api') / 'home.db'}"
    with Tracker.open(db) as tracker:
        tracker.append(ROWS)
    with serving(db) as server:
        yield server.url


@pytest.mark.parametrize("wrong", [False, True], ids=["as told", "otherwise"])
@pytest.mark.parametrize("operation", OPERATIONS, ids=[f"{one.method.upper()} {one.path}" for one in OPERATIONS])
def test_no_failure_and_no_answer_that_is_not_told_of(url, operation, wrong, thorough):
    mode = GenerationMode.NEGATIVE if wrong else GenerationMode.POSITIVE

    @settings(max_examples=200 if thorough else 15, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def holds(case):
        given = case.call(base_url=url)
        if given.content != NO_HTTP:
            case.validate_response(given, checks=CHECKS)

    try:
        holds()
    except Unsatisfiable:
        assert wrong, "there is nothing that is right"
