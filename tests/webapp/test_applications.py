"""Applying to drive over HTTP: from the draft to the approval."""

from typing import Any

import pytest

from people import People, Person

pytestmark = pytest.mark.anyio


def whole(form: dict[str, Any]) -> dict[str, Any]:
    """The form with everything that submitting asks for."""
    reference = {"name": "Bo Lee", "phone": "(212) 555-0101", "relationship": "friend"}
    return form | {
        "personal": form["personal"]
        | {
            "first_name": "Ann",
            "last_name": "Lee",
            "date_of_birth": "1990-01-02",
            "ssn_last4": "1234",
            "street": "1 Main St",
            "city": "Brooklyn",
            "state": "NY",
            "zip_code": "11201",
        },
        "license": form["license"] | {"number": "123456789", "state": "NY", "expires_on": "2099-01-01"},
        "vehicle": form["vehicle"]
        | {
            "make": "Ford",
            "model": "Transit",
            "year": 2021,
            "vin": "11111111111111111",
            "insurance": {"provider": "Acme"},
        },
        "references": [reference, reference],
    }


async def begun(person: Person) -> dict[str, Any]:
    assert (await person.get("/onboarding/application")).json() == {"application": None}
    assert (await person.post("/onboarding/application/submit")).json()["detail"] == "Application not found"
    reply = await person.post("/onboarding/application")
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


async def save(person: Person, application: dict[str, Any], form: dict[str, Any]) -> dict[str, Any]:
    draft = {"form": form, "version": application["version"]}
    reply = await person.ask("PUT", "/onboarding/application", json=draft)
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


async def test_a_customer_applies_and_is_made_a_driver(people: People) -> None:
    person, admin = await people.customer(), await people.admin()
    application = await begun(person)
    assert application["form"]["personal"]["email"] == person.email
    assert application["form"]["preferences"]["availability"]["sunday"] == {
        "is_available": False,
        "start": "09:00",
        "end": "17:00",
    }
    refused = await person.post("/onboarding/application/submit")
    assert (refused.status_code, refused.json()["detail"]) == (
        409,
        "Please fill in all required fields before submitting.",
    )
    saved = await save(person, application, whole(application["form"]))
    assert (saved["missing"], saved["problems"], saved["progress"]["application_progress"]) == (None, [], 95)
    again = await person.get("/onboarding/application")
    assert again.json() == {"application": saved}
    submitted = (await person.post("/onboarding/application/submit")).json()
    assert (submitted["status"], submitted["progress"]["current_step"]) == ("submitted", "documents")

    progress = await person.get("/onboarding/progress")
    assert progress.json() == submitted["progress"]
    listed = (await admin.get("/onboarding/applications")).json()["items"]
    assert submitted["id"] in [each["id"] for each in listed]
    path = f"/onboarding/applications/{submitted['id']}"
    assert (await admin.post(f"{path}/review")).json()["status"] == "under_review"
    assert (await admin.get(path)).json()["form"] == saved["form"]
    version = (await admin.get(path)).json()["version"]
    decision = {"reason": "Papers seen", "version": version}
    assert (await admin.post(f"{path}/approve", decision)).json()["code"] == "approval_gate_closed"
    asked = (await admin.post(f"{path}/override", decision)).json()
    assert asked["override"]["may_confirm"] is False
    second = await people.admin()
    stale = await second.post(f"{path}/override/confirm", {"version": version})
    assert (stale.status_code, stale.json()["code"]) == (409, "conflict")
    approved = await second.post(f"{path}/override/confirm", {"version": asked["version"]})
    assert (approved.status_code, approved.json()["status"]) == (200, "approved")
    profile = (await person.get("/drivers/me")).json()
    assert (profile["is_approved"], profile["vehicle"]["make"]) == (True, "Ford")
    assert (await admin.post(f"{path}/reject", {"reason": "No"})).status_code == 409


async def test_a_wrong_field_is_named_and_what_was_typed_stays(people: People) -> None:
    person = await people.customer()
    application = await begun(person)
    form = whole(application["form"])
    form["vehicle"]["vin"] = "1M8GDM9A1KP042788"
    saved = await save(person, application, form)
    assert [each["field"] for each in saved["problems"]] == ["vehicle.vin"]
    refused = await person.post("/onboarding/application/submit")
    assert (refused.status_code, refused.json()["param"]) == (422, "vehicle.vin")
    stored = (await person.get("/onboarding/application")).json()["application"]["form"]
    assert stored["vehicle"]["vin"] == form["vehicle"]["vin"]


async def test_a_device_that_is_behind_is_told_so(people: People) -> None:
    person = await people.customer()
    application = await begun(person)
    await save(person, application, whole(application["form"]))
    stale = {"form": application["form"], "version": application["version"]}
    assert (await person.ask("PUT", "/onboarding/application", json=stale)).status_code == 409


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [
        ("personal", "ssn_last4", "123456789"),
        ("personal", "first_name", "x" * 81),
        ("personal", "date_of_birth", "yesterday"),
        ("license", "years_of_experience", -1),
        ("vehicle", "type", "boat"),
        ("vehicle", "salary", 1),
    ],
)
async def test_what_no_form_can_hold_is_refused(people: People, part: str, field: str, value: object) -> None:
    person = await people.customer()
    application = await begun(person)
    form = application["form"]
    form[part][field] = value
    draft = {"form": form, "version": application["version"]}
    refused = await person.ask("PUT", "/onboarding/application", json=draft)
    assert refused.status_code == 422
    assert field in refused.text


async def test_a_vin_is_checked_by_its_digit_and_known_only_to_a_decoder(people: People) -> None:
    person = await people.customer()
    wrong = await person.post("/onboarding/vin", {"vin": "1FTBW2CM5MKA00001"})
    assert (wrong.status_code, wrong.json()["param"]) == (422, "vin")
    known = await person.post("/onboarding/vin", {"vin": "1FTBW2CM6MKA00001", "make": "Ford"})
    assert known.json() == {"decoded": None, "differing": [], "is_simulated": False}
