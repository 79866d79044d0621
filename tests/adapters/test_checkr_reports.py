"""Checkr's reports in today's shape and the older one, with parts included or apart (OP-75)."""

from typing import Any

import msgspec
import pytest

from haulage.screening import Outcome, Progress, ScreeningReport
from haulage_adapters.checkr_screening import read_report

CHARGE = {"charge": "Petit theft", "charge_type": "misdemeanor", "disposition": "Convicted"}
SEARCH = {
    "object": "county_criminal_search",
    "status": "complete",
    "result": "consider",
    "records": [
        {"case_number": "24-CR-1", "county": "Kings", "file_date": "2024-05-06", "charges": [CHARGE]}
    ],
}
VIOLATION = {"type": "Speeding", "description": "Speeding 15 over", "issued_date": "2025-02-03T00:00:00Z"}


@pytest.mark.parametrize(
    ("report", "progress", "outcome"),
    [
        ({"status": "complete", "result": "clear"}, Progress.COMPLETE, Outcome.CLEAR),
        ({"status": "complete", "result": "consider"}, Progress.COMPLETE, Outcome.CONSIDER),
        ({"status": "complete", "result": None}, Progress.COMPLETE, Outcome.NONE),
        ({"status": "clear"}, Progress.COMPLETE, Outcome.CLEAR),
        ({"status": "consider"}, Progress.COMPLETE, Outcome.CONSIDER),
        ({"status": "pending"}, Progress.PENDING, Outcome.NONE),
        ({"status": "pending", "result": "clear"}, Progress.PENDING, Outcome.NONE),
        ({"status": "suspended"}, Progress.SUSPENDED, Outcome.NONE),
        ({"status": "paused"}, Progress.PAUSED, Outcome.NONE),
        ({"status": "dispute"}, Progress.DISPUTED, Outcome.NONE),
        ({"status": "canceled"}, Progress.CANCELED, Outcome.NONE),
        ({"status": "invitation"}, Progress.UNKNOWN, Outcome.NONE),
        ({"status": None}, Progress.UNKNOWN, Outcome.NONE),
        ({}, Progress.UNKNOWN, Outcome.NONE),
    ],
)
def test_progress_and_outcome_are_told_apart(
    report: dict[str, Any], progress: Progress, outcome: Outcome
) -> None:
    found = read_report(report)
    assert (found.progress, found.outcome) == (progress, outcome)


def shapes() -> dict[str, ScreeningReport]:
    whole = {"status": "complete", "result": "consider"}
    motor = {"object": "motor_vehicle_report", "license_status": "Suspended", "violations": [VIOLATION]}
    apart = {"county_criminal_search_ids": ["ccs_1"], "motor_vehicle_report_id": "mvr_1"}
    nested = {"license_reports": [{"license_status": "suspended", "violations": [VIOLATION]}]}
    return {
        "parts apart, flat": read_report({**whole, **apart}, [SEARCH], [motor]),
        "parts apart, by license": read_report({**whole, **apart}, [SEARCH], [nested]),
        "parts included, flat": read_report(
            {**whole, "county_criminal_searches": [SEARCH], "motor_vehicle_report": motor}
        ),
        "parts included, by license": read_report(
            {**whole, "county_criminal_searches": [SEARCH], "motor_vehicle_report": nested}
        ),
        "flat on the report": read_report(
            {**whole, "violations": [VIOLATION], "license_status": "suspended"}, [SEARCH]
        ),
        "ids in place of parts": read_report(
            {**whole, "county_criminal_searches": ["ccs_1"], "motor_vehicle_report": "mvr_1"},
            [SEARCH],
            [motor],
        ),
    }


@pytest.mark.parametrize("shape", shapes())
def test_every_shape_says_the_same(shape: str) -> None:
    found = shapes()[shape]
    assert [(it.description, it.is_conviction, it.location) for it in found.records] == [
        ("Petit theft", True, "Kings")
    ]
    assert [(it.description, str(it.on)) for it in found.violations] == [("Speeding 15 over", "2025-02-03")]
    assert found.suspensions == ("suspended",)


@pytest.mark.parametrize(
    ("part", "field"),
    [
        ("sex_offender_search", "registry_match"),
        ("global_watchlist_search", "watchlist_match"),
        ("ssn_trace", "identity_failed"),
    ],
)
@pytest.mark.parametrize("answer", [{"status": "complete", "result": "consider"}, {"status": "consider"}])
def test_a_match_is_found_whether_the_part_is_included_or_apart(
    part: str, field: str, answer: dict[str, str]
) -> None:
    clear = {"status": "complete", "result": "clear"}
    assert not getattr(read_report({**clear, part: clear}), field)
    assert getattr(read_report({**clear, part: answer}), field)
    assert getattr(read_report(clear, [{"object": part, **answer}]), field)
    assert read_report(clear, [{"object": part, **answer}]).records == ()


def test_a_record_of_a_case_without_charges_is_one_record() -> None:
    record = {"type": "misdemeanor", "description": "Trespass", "disposition": "Convicted", "date": "soon"}
    (found,) = read_report({"status": "clear"}, [{"records": [record]}]).records
    assert (found.description, found.type, found.on, found.is_conviction) == (
        "Trespass",
        "misdemeanor",
        None,
        True,
    )


@pytest.mark.parametrize("report", [[], "clear", None, {"status": 7}, {"violations": {}}])
def test_an_answer_of_no_known_shape_is_refused(report: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_report(report)
