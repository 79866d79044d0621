"""``haulage screening decide``: a provider's report without a database."""

import json
from pathlib import Path
from typing import Any

import pytest


def decided(haulage: Any, folder: Path, content: Any) -> Any:
    (folder / "check.json").write_text(json.dumps(content))
    return haulage("screening", "decide", folder / "check.json", "--json")


def test_a_report_is_decided_with_its_reasons_and_points(haulage: Any, tmp_path: Path) -> None:
    found = decided(
        haulage,
        tmp_path,
        {
            "report": {"status": "complete", "result": "consider"},
            "searches": [],
            "license_reports": [{"violations": [{"description": "Reckless driving"}]}],
            "today": "2026-11-26",
        },
    )
    assert found.json == {
        "progress": "complete",
        "outcome": "consider",
        "overall_status": "review_required",
        "reasons": ["A serious violation: Reckless driving."],
        "violations": [{"violation": "Reckless driving", "severity": "serious", "points": 6}],
        "points": 6,
    }
    assert "Reckless driving" in haulage("screening", "decide", tmp_path / "check.json").out


def test_a_report_that_is_not_finished_has_no_overall_status(haulage: Any, tmp_path: Path) -> None:
    found = decided(haulage, tmp_path, {"report": {"status": "pending"}})
    assert (found.json["progress"], found.json["overall_status"]) == ("pending", None)


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({}, "report"),
        ({"report": {}, "search": []}, "search"),
        ({"report": {"status": 7}}, "report.status"),
        ({"report": {}, "searches": [{"records": 1}]}, "searches[0].records"),
        ({"report": {}, "today": "tomorrow"}, "today"),
    ],
)
def test_what_is_wrong_in_a_report_is_named_by_its_path(
    haulage: Any, tmp_path: Path, content: Any, field: str
) -> None:
    refused = decided(haulage, tmp_path, content)
    assert (refused.code, refused.json["param"]) == (1, field)
