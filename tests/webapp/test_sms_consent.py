"""The words of consent to text messages, beside the field for a telephone number."""

import httpx
import pytest

from haulage.messaging import CONSENT_TEXT, CONSENT_VERSION

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_whoever_has_no_account_yet_reads_what_is_agreed_to(client: httpx.AsyncClient) -> None:
    shown = await client.get("/api/v1/sms-consent")
    assert (shown.status_code, shown.json()) == (200, {"version": CONSENT_VERSION, "text": CONSENT_TEXT})
