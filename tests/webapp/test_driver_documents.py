"""Documents over HTTP: a file is sent, opened by its address, decided about, and refused where it must be."""

from typing import Any

import pytest

from adapters.hostile_documents import HOSTILE, a_pdf
from haulage.driver_documents import MAX_DOCUMENT_OCTETS, PIECE_OCTETS
from people import People, Person

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]

URL = "/driver-documents/proof_of_age"


async def send(person: Person, content: bytes, client_id: str = "c1", url: str = URL) -> Any:
    options = {"params": {"file_name": "..\\<b>age</b>\u202e.pdf"}}
    return await person.ask("PUT", f"{url}/{client_id}", content=content, **options)


async def test_a_document_is_sent_opened_and_approved(people: People) -> None:
    person, admin = await people.customer(), await people.admin()
    assert (await send(person, a_pdf(2))).json()["detail"] == "Application not found"
    await person.post("/onboarding/application")
    sent = await send(person, a_pdf(2))
    assert sent.status_code == 200, sent.text
    assert (await send(person, a_pdf(2))).json()["id"] == sent.json()["id"]
    (shown,) = (await person.get("/driver-documents")).json()["items"]
    assert (shown["file_name"], shown["pages"], shown["status"]) == ("b.pdf", 2, "pending")

    for url, kind in ((shown["download_url"], "application/pdf"), (shown["preview_urls"][1], "image/jpeg")):
        opened = await people.client.get(url)
        assert (opened.status_code, opened.headers["content-type"]) == (200, kind)
        assert opened.headers["x-content-type-options"] == "nosniff"
        assert opened.headers["cache-control"] == "private, no-store"
        assert opened.headers["content-disposition"].startswith("attachment; ")
        assert (await people.client.get(url.replace("signature=", "signature=0"))).status_code == 404

    (waiting,) = (await admin.get("/onboarding/documents")).json()["items"]
    reviewed = waiting["reviewed"]
    assert reviewed["remarks"] == ["The file was not scanned for viruses."]
    path = f"/onboarding/documents/{shown['id']}"
    refused = await admin.post(f"{path}/approve", {"version": 2, "expires_on": "2020-01-01"})
    assert (refused.status_code, refused.json()["param"]) == (422, "expires_on")
    approved = await admin.post(f"{path}/approve", {"version": 2})
    assert approved.json()["document"]["status"] == "approved", approved.text
    second = await admin.post(f"{path}/reject", {"version": 2, "reason": "No"})
    assert (second.status_code, second.json()["code"]) == (409, "conflict")
    assert (await person.get("/onboarding/documents")).status_code == 403


async def test_what_cannot_be_taken_is_refused_with_its_sentence(people: People) -> None:
    person = await people.customer()
    await person.post("/onboarding/application")
    program = await send(person, HOSTILE["an executable"][0]())
    assert (program.status_code, program.json()["detail"]) == (
        422,
        "Only JPG, PNG, and PDF files are allowed",
    )
    large = await send(person, b"%PDF-" + bytes(MAX_DOCUMENT_OCTETS))
    assert (large.status_code, large.json()["detail"]) == (413, "File size must be less than 10MB")
    photo = await send(person, a_pdf(), url="/driver-documents/profile_photo")
    assert photo.json()["detail"] == "Profile photo must be an image file"
    assert (await send(person, a_pdf(), client_id="c.1")).status_code == 422
    assert (await send(person, a_pdf(), url="/driver-documents/passport")).status_code in {404, 422}
    assert (await person.get("/driver-documents")).json()["items"] == []


async def test_a_file_in_pieces_is_gone_on_with_and_hostile_offsets_are_refused(people: People) -> None:
    person = await people.customer()
    await person.post("/onboarding/application")
    whole = a_pdf() + bytes(PIECE_OCTETS)
    query = {"type": "proof_of_age", "size": len(whole), "file_name": "age.pdf"}

    async def put(offset: str | int, content: bytes, **changes: Any) -> Any:
        path = f"/document-uploads/c9/{offset}"
        return await person.ask("PUT", path, content=content, params={**query, **changes})

    first = await put(0, whole[:PIECE_OCTETS])
    assert first.json() == {"received": PIECE_OCTETS, "document": None}, first.text
    assert (await person.get("/document-uploads/c9")).json()["received"] == PIECE_OCTETS
    for offset in (1, 2**63, PIECE_OCTETS * 2):
        refused = await put(offset, b"x")
        assert (refused.status_code, refused.json()["param"]) == (422, "offset"), refused.text
    assert (await put(-1, b"x")).status_code in {404, 422}
    assert (await put(PIECE_OCTETS, whole)).status_code == 413
    for size in (0, -1, MAX_DOCUMENT_OCTETS + 1):
        assert (await put(0, whole[:PIECE_OCTETS], size=size)).status_code == 422
    done = await put(PIECE_OCTETS, whole[PIECE_OCTETS:])
    assert done.json()["document"]["status"] == "pending", done.text
    stranger = await people.customer()
    assert (await stranger.get("/document-uploads/c9")).json() == {"received": 0, "document": None}
    assert (await person.ask("DELETE", "/document-uploads/c9")).status_code == 204
