"""One's own data over HTTP."""

import shutil
from pathlib import Path

import pytest

from databases import migrated_file
from exports import opened
from haulage.audit import AuditAction
from haulage.kernel.actor import OPERATOR
from haulage.use_cases.audit.audit_trail import AuditUseCases
from haulage.use_cases.retention import SCHEDULE
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from people import PASSWORD, People
from pictures import a_jpeg
from webapp.in_process import talking_to
from webapp.test_proofs import a_delivery, a_proof, send_photo
from webapp.test_trips import people as served_people

__all__ = ["migrated_file", "served_people"]

pytestmark = pytest.mark.anyio


async def test_ones_own_data_comes_as_a_file(people: People) -> None:
    customer = await people.customer()
    answer = await customer.get("/me/data")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="haulage-my-data.zip"'
    assert answer.headers["cache-control"] == "no-store"
    files = opened(answer.content)
    assert files["account.json"][0]["email"] == customer.email
    assert "password_hash" not in files["account.json"][0]


async def test_ones_own_data_has_the_photos_of_ones_own_deliveries(people: People) -> None:
    photos = {}
    for number in (1, 2):
        customer, driver, order_id = await a_delivery(people)
        assert (await send_photo(people, driver, order_id, a_jpeg(noise=100 * number))).status_code == 200
        proved = await driver.post(f"/deliveries/{order_id}/proof", a_proof(photo="photo-1"))
        assert proved.status_code == 200, proved.text
        shown = (await customer.get(f"/orders/{order_id}/proof")).json()["photo"]["url"]
        photos[order_id] = (customer, (await people.client.get(shown)).content)
    assert len({content for _, content in photos.values()}) == 2
    for order_id, (customer, content) in photos.items():
        files = opened((await customer.get("/me/data")).content)
        names = [name for name in files if name.startswith("photos/")]
        (proof,) = files["proofs.json"]
        assert names == [f"photos/{order_id}-{proof['photo_id']}.jpg"]
        assert files[names[0]] == content


async def test_downloads_of_ones_own_data_are_limited(
    anyio_backend: str, migrated_file: Path, tmp_path: Path
) -> None:
    """Each reads and packs all of it."""
    file = shutil.copy(migrated_file, tmp_path / "haulage.db")
    settings = Settings(
        data=tmp_path, database=f"sqlite+aiosqlite:///{file}", autoconfirm=True, exports_per_user=2
    )
    async with open_marketplace(settings) as marketplace, talking_to(settings, marketplace) as client:
        for email, statuses in (("ann@example.com", [200, 200, 429]), ("bea@example.com", [200])):
            made = await client.post("/auth/v1/signup", json={"email": email, "password": PASSWORD})
            who = {"Authorization": f"Bearer {made.json()['access_token']}"}
            answers = [await client.get("/api/v1/me/data", headers=who) for _ in statuses]
            assert [answer.status_code for answer in answers] == statuses
            for refused in answers[2:]:
                assert refused.json()["code"] == "too_many_requests"
                assert 0 < int(refused.headers["retry-after"]) <= 1800
        entries = await AuditUseCases(marketplace.accounts.gate.storage).after(OPERATOR, 0, 100)
        assert [entry.action for entry in entries].count(AuditAction.DATA_EXPORTED.value) == 3


async def test_an_account_is_deleted_with_its_password_and_may_be_made_anew(people: People) -> None:
    customer = await people.customer()
    wrong = await customer.ask("DELETE", "/me", json={"password": "wrong"})
    assert (wrong.status_code, wrong.json()["param"]) == (422, "password")
    assert (await customer.ask("DELETE", "/me", json={"password": PASSWORD})).status_code == 204
    assert (await customer.get("/me/data")).status_code == 401
    body = {"email": customer.email, "password": PASSWORD}
    assert (await people.client.post("/auth/v1/signup", json=body)).status_code == 200


async def test_visitors_have_nothing_to_take_or_to_delete(people: People) -> None:
    assert (await people.client.get("/api/v1/me/data")).status_code == 401
    assert (await people.client.request("DELETE", "/api/v1/me", json={})).status_code == 401


async def test_everybody_reads_how_long_everything_about_people_is_kept(people: People) -> None:
    answer = await people.client.get("/api/v1/retention")
    assert answer.status_code == 200
    periods = {each["key"]: each for each in answer.json()["periods"]}
    assert set(periods) == {rule.key for rule in SCHEDULE if rule.what}
    assert periods["positions"]["period"] == "90 days after each"
    assert periods["positions"]["end"] == "deleted"
    assert all(each["what"] and each["why"] for each in periods.values())
    assert "OP-" not in answer.text  # numbers of our decisions say nothing to those who read it
