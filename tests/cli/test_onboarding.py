"""``haulage onboarding``: an applicant's file without a database, and the review of applications."""

import asyncio
import json
from datetime import date
from pathlib import Path
from typing import Any

import attrs
import pytest

from cli.test_orders import ADMIN, CUSTOMER
from haulage.kernel.actor import SYSTEM
from haulage.kernel.driver_document import DocumentType
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from haulage_cli.permissions import operating
from haulage_cli.runtime import somebody
from use_cases.test_applications import WHOLE
from use_cases.test_driver_documents import PlainInspector

APPLICANT: dict[str, Any] = {
    "id": "app_1",
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
    assert {name: value for name, value in found.items() if name.endswith("_progress")} == {
        "application_progress": 35,
        "documents_progress": 17,
        "background_check_progress": 50,
        "training_progress": 20,
        "overall_progress": 31,
    }
    assert (found["application_id"], found["current_step"]) == ("app_1", "application")
    assert found["completed_steps"] == []
    assert date.fromisoformat(found["estimated_completion"]) > date(2026, 1, 1)
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


@pytest.fixture
def applied(haulage: Any, data: Path) -> str:
    """The id of an application that a customer submitted."""

    async def apply() -> str:
        async with open_marketplace(Settings(data=data)) as marketplace:
            actor = await somebody(marketplace, CUSTOMER)
            begun = await marketplace.onboarding.apply.begin(actor)
            await marketplace.onboarding.apply.fill_in(actor, WHOLE, begun.application.version)
            return (await marketplace.onboarding.apply.submit(actor)).application.id

    return asyncio.run(apply())


def test_an_operator_reviews_and_approves_an_application(haulage: Any, data: Path, applied: str) -> None:
    def run(name: str, *arguments: str) -> Any:
        return haulage("onboarding", name, *arguments, "--data", data, "--json")

    def waiting() -> set[str]:
        return {each["id"] for each in run("list").json["items"]}

    assert applied in waiting()
    assert run("review", applied).json["status"] == "under_review"
    refused = run("approve", applied, "--reason", "Papers seen")
    assert refused.json["code"] == "approval_gate_closed"
    asked = run("override", applied, "--reason", "Papers seen").json
    assert (asked["override"]["may_confirm"], asked["reviewer"]) == (False, operating().name)
    assert "documents (0% approved)" in asked["lacking"]
    assert run("override-confirm", applied).json["code"] == "own_override"

    async def confirm() -> None:
        async with open_marketplace(Settings(data=data)) as marketplace:
            await marketplace.onboarding.approvals.confirm_override(SYSTEM, applied)

    asyncio.run(confirm())
    assert applied not in waiting()
    assert run("reject", applied, "--reason", "No").code != 0
    shown = haulage("onboarding", "show", applied, "--data", data).out
    for word in ("Ann Lee", "2021 Ford Transit", "123456789 (NY)", "Papers seen"):
        assert word in shown


def test_a_driver_is_suspended_reactivated_and_revoked(haulage: Any, data: Path) -> None:
    def run(name: str, *arguments: str) -> Any:
        return haulage("onboarding", name, *arguments, "--data", data, "--json")

    drivers = haulage("drivers", "list", "--as", ADMIN, "--data", data, "--json").json["items"]
    id = next(each["id"] for each in drivers if each["is_approved"])
    suspended = run("suspend", id, "--reason", "The insurance has ended").json
    assert (suspended["is_online"], suspended["suspension_reason"]) == (False, "The insurance has ended")
    assert run("reactivate", id, "--reason", "Seen").json["suspended_at"] is None
    assert not run("revoke", id, "--reason", "The license was withdrawn").json["is_approved"]
    assert run("suspend", id, "--reason", "Again").json["code"] == "driver_not_approved"
    assert run("look", "drv_none").json["message"] == "Driver not found"
    assert run("changed").json["items"] == []


def test_a_rejected_application_is_listed_by_its_status(haulage: Any, data: Path, applied: str) -> None:
    rejected = haulage("onboarding", "reject", applied, "--reason", "Unreadable", "--data", data)
    assert "rejected" in rejected.out
    listed = haulage("onboarding", "list", "--status", "rejected", "--data", data).out
    assert applied in listed


def test_an_operator_decides_about_documents(haulage: Any, data: Path, applied: str) -> None:
    async def send() -> str:
        async with open_marketplace(Settings(data=data)) as marketplace:
            actor = await somebody(marketplace, CUSTOMER)
            hand_in = marketplace.driver_documents.hand_in
            plain = attrs.evolve(hand_in, inspector=PlainInspector())
            return (await plain(actor, DocumentType.VEHICLE_REGISTRATION, "c1", "r.jpg", b"x")).id

    document = asyncio.run(send())

    def run(name: str, *arguments: str) -> Any:
        return haulage("onboarding", name, *arguments, "--data", data, "--json")

    def waiting() -> set[str]:
        return {each["reviewed"]["document"]["id"] for each in run("documents").json["items"]}

    assert document in waiting()
    assert run("document-approve", document).json["param"] == "expires_on"
    approved = run("document-approve", document, "--expires", "2099-01-01").json["document"]
    assert (approved["status"], approved["details"]["expires_on"]) == ("approved", "2099-01-01")
    assert document not in waiting()
    assert run("document-reject", document, "--reason", "No", "--version", "1").json["code"] == "conflict"
    assert (
        "rejected"
        in haulage("onboarding", "document-reject", document, "--reason", "Stolen", "--data", data).out
    )
    listed = haulage("onboarding", "documents", "--application", applied, "--data", data).out
    assert document in listed
