"""``haulage onboarding progress``: an applicant's file without a database."""

import json
from pathlib import Path
from typing import Any

import pytest

APPLICANT: dict[str, Any] = {
    "personal_info": {"first_name": "Ann", "date_of_birth": "", "address": {"street": "1 Main St"}},
    "documents": [
        {"type": "drivers_license", "status": "approved"},
        {"type": "profile_photo", "status": "rejected", "rejection_reason": "It is blurred"},
    ],
    "background_check": {"status": "in_progress"},
    "training": [
        {"module_id": "safety-basics", "status": "completed"},
        {"module_id": "safety-quiz", "status": "failed"},
    ],
}


def shown(haulage: Any, folder: Path, content: Any) -> Any:
    (folder / "applicant.json").write_text(json.dumps(content))
    return haulage("onboarding", "progress", folder / "applicant.json", "--json")


def test_an_applicant_is_shown_how_far_they_are(haulage: Any, tmp_path: Path) -> None:
    found = shown(haulage, tmp_path, APPLICANT).json
    assert {name: found[name] for name in ("application", "documents", "background_check", "training")} == {
        "application": 35,
        "documents": 17,
        "background_check": 50,
        "training": 20,
    }
    assert (found["overall"], found["current_step"], found["estimated_days"]) == (31, "application", 4)
    assert found["blockers"] == [
        {
            "type": "documents",
            "description": "profile_photo was rejected",
            "action_required": "Re-upload profile_photo: It is blurred",
        }
    ]
    assert len(found["next_steps"]) == 5
    assert "Re-upload" in haulage("onboarding", "progress", tmp_path / "applicant.json").out


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({"status": "lost"}, "status"),
        ({"personal_info": []}, "personal_info"),
        ({"personal_info": {"date_of_birth": "soon"}}, "personal_info.date_of_birth"),
        ({"driving_info": {"years_experience": "many"}}, "driving_info.years_experience"),
        ({"documents": [{"type": "x", "status": "gone"}]}, "documents[0].status"),
        ({"background_check": {"status": "clear"}}, "background_check.status"),
        ({"training": ["safety-basics"]}, "training[0]"),
    ],
)
def test_what_is_wrong_in_a_file_is_named_by_its_path(
    haulage: Any, tmp_path: Path, content: Any, field: str
) -> None:
    refused = shown(haulage, tmp_path, content)
    assert (refused.code, refused.json["param"]) == (1, field)
