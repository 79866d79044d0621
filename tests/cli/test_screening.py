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
    unknown = decided(haulage, tmp_path, {"report": {"status": "on_hold"}})
    assert unknown.json["reasons"] == [
        "The status of the check is unknown to this version: it counts as not finished."
    ]


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


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"report": 5}, "report must be an object, not a whole number"),
        ({"report": {}, "searches": [1]}, "searches[0] must be an object, not a whole number"),
        ({"report": {"status": []}}, "report.status must be text or null, not a list"),
    ],
)
def test_a_value_of_another_type_is_told_in_words(
    haulage: Any, tmp_path: Path, content: Any, sentence: str
) -> None:
    assert sentence in decided(haulage, tmp_path, content).json["message"]
