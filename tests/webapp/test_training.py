"""Training over HTTP: answers stay on the server until they are graded, and a code verifies a certificate."""

import pytest

from haulage.training import module_of
from people import People

pytestmark = pytest.mark.anyio

PATH = "/onboarding/training"
QUIZ = f"{PATH}/safety-quiz"


async def test_a_quiz_is_answered_graded_and_certified(people: People) -> None:
    person, other, admin = await people.customer(), await people.customer(), await people.admin()
    assert (await person.get(PATH)).json()["detail"] == "Application not found"
    application_id = (await person.post("/onboarding/application")).json()["id"]
    modules = (await person.get(PATH)).json()["modules"]
    assert [each["order"] for each in modules] == [1, 2, 3, 4, 5]
    attempt = (await person.post(f"{QUIZ}/attempt")).json()
    assert len(attempt["questions"]) == 3
    refused = await person.post(f"{QUIZ}/attempt/grade")
    assert (refused.status_code, refused.json()["code"]) == (409, "unanswered")
    for each in attempt["questions"]:
        hidden = {each[name] for name in ("correct", "is_right", "explanation")}
        assert hidden == {None}
        answer = {"question_id": each["id"], "option": module_of("safety-quiz").question(each["id"]).correct}
        reply = await person.ask("PUT", f"{QUIZ}/attempt/answer", json=answer)
        assert all(asked["correct"] is None for asked in reply.json()["questions"])
    graded = (await person.post(f"{QUIZ}/attempt/grade")).json()
    assert (graded["score"], {each["is_right"] for each in graded["questions"]}) == (100, {True})
    progress = graded["module"]["progress"]
    assert progress["certificate_url"] == f"/certificates/{progress['certificate_code']}"

    path = progress["certificate_url"]
    shown = await people.client.get(f"/api/v1{path}")
    assert set(shown.json()) == {"code", "holder", "module_id", "module_title", "completed_at"}
    pdf = await person.get(f"{path}/pdf")
    assert (pdf.status_code, pdf.headers["content-type"]) == (200, "application/pdf")
    assert (await other.get(f"{path}/pdf")).status_code == 404
    seen = (await admin.get(f"/onboarding/applications/{application_id}/training")).json()
    assert seen["percent"] == 20


async def test_a_heartbeat_of_a_window_that_was_overtaken_is_refused_by_name(people: People) -> None:
    person = await people.customer()
    await person.post("/onboarding/application")
    first = (await person.post(f"{PATH}/safety-basics/watch")).json()
    await person.post(f"{PATH}/safety-basics/watch")
    late = await person.post(f"{PATH}/safety-basics/heartbeat", {"watch_id": first["watch_id"]})
    assert (late.status_code, late.json()["code"]) == (409, "watched_elsewhere")
    early = await person.post(f"{PATH}/safety-basics/complete")
    assert (early.status_code, early.json()["code"]) == (409, "not_watched_yet")
    wrong = await person.ask("PUT", f"{QUIZ}/attempt/answer", json={"question_id": "lift", "option": -1})
    assert wrong.status_code == 422
