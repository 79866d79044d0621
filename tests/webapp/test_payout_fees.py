"""The fees of payouts over HTTP: whoever calculates with them comes to the cents of the core."""

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.money import half_up
from haulage.payouts import STANDARD_FEES, PayoutRail, PayoutSpeed, payout_fees
from haulage_adapters.wire.payout_fees import MILLION, PayoutFeesOut
from people import People
from webapp.test_trips import people as served_people

__all__ = ["served_people"]


@given(st.integers(1, 1_000_000), st.sampled_from(PayoutRail))
def test_the_parts_in_a_million_come_to_the_same_cents(cents: int, rail: PayoutRail) -> None:
    answer = PayoutFeesOut.of(STANDARD_FEES)
    (provider,) = [each.per_million for each in answer.provider if each.rail is rail]
    found = payout_fees(cents, PayoutSpeed.INSTANT, rail)
    instant = min(half_up(cents * answer.instant_per_million, MILLION), answer.most_instant_cents)
    assert instant == found.instant_fee_cents
    assert half_up(cents * provider, MILLION) == found.provider_fee_cents
    assert half_up(cents * answer.platform_per_million, MILLION) == found.platform_fee_cents


@pytest.mark.anyio
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_anybody_may_ask_what_a_payout_costs(people: People) -> None:
    reply: httpx.Response = await people.client.get("/api/v1/payout-fees")
    assert reply.json() == {
        "name": "fees-1",
        "instant_per_million": 15_000,
        "most_instant_cents": 200,
        "platform_per_million": 50_000,
        "provider": [
            {"rail": "bank", "per_million": 5_000},
            {"rail": "card", "per_million": 5_000},
            {"rail": "paypal", "per_million": 10_000},
        ],
    }
