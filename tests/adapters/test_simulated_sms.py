"""The luck of simulated texts (MSG-12): about 95 in 100 arrive, each after one to four seconds."""

from datetime import UTC, datetime, timedelta

import pytest

from account_scenario import TurnableClock
from haulage.messaging.sms_sending import SmsFate
from haulage.ports.messaging.sms import Sms
from haulage_adapters.simulated.sms import SimulatedSms

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 20, 17, tzinfo=UTC)
PHONE = "+12125550123"


async def fates(gateway: SimulatedSms, clock: TurnableClock, seconds: float, count: int) -> list[SmsFate]:
    references = [await gateway.send(Sms(f"m{each}", PHONE, "Hello")) for each in range(count)]
    clock.at = NOW + timedelta(seconds=seconds)
    return [(await gateway.fate(each, sent_at=NOW)).fate for each in references]


async def test_about_ninety_five_in_a_hundred_arrive() -> None:
    clock = TurnableClock(NOW)
    found = await fates(SimulatedSms(clock), clock, 4, 2_000)
    assert set(found) == {SmsFate.DELIVERED, SmsFate.FAILED}
    assert 0.93 < found.count(SmsFate.DELIVERED) / 2_000 < 0.97


async def test_none_is_settled_before_a_second_and_all_are_after_four() -> None:
    clock = TurnableClock(NOW)
    gateway = SimulatedSms(clock)
    assert set(await fates(gateway, clock, 0.999, 200)) == {SmsFate.UNDER_WAY}
    half = await fates(gateway, clock, 2.5, 200)
    assert 50 < half.count(SmsFate.UNDER_WAY) < 150
    assert SmsFate.UNDER_WAY not in await fates(gateway, clock, 4, 200)


async def test_the_same_seed_has_the_same_luck_in_every_process_and_another_seed_another() -> None:
    clock = TurnableClock(NOW)
    one = await fates(SimulatedSms(clock, delivered_share=0.5), clock, 4, 100)
    clock.at = NOW
    assert await fates(SimulatedSms(clock, delivered_share=0.5), clock, 4, 100) == one
    clock.at = NOW
    assert await fates(SimulatedSms(clock, delivered_share=0.5, seed="other"), clock, 4, 100) != one


@pytest.mark.parametrize("wrong", [{"delivered_share": 1.5}, {"seconds": (4, 1)}, {"seconds": (-1, 1)}])
def test_luck_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="must be"):
        SimulatedSms(TurnableClock(NOW), **wrong)  # type: ignore[arg-type]
