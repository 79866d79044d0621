"""Payouts while jobs are paused: what is known can be asked, and nothing moves."""

import pytest

from haulage.kernel.actor import OPERATOR
from haulage.payouts import BankAccountType, BankDetails, PayoutRail, PayoutSpeed
from haulage.ports.payouts import DriverPayouts, PayoutInstruction
from haulage_adapters.paused_cards import PaymentsPaused
from haulage_adapters.paused_payouts import PausedPayouts
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.simulated.payout_methods import BANK_PAYS, ROUTING
from haulage_adapters.simulated.payouts import SimulatedPayouts
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

ACCOUNT = "acct_simulated_dee"


async def test_nobody_is_paid_while_jobs_are_paused(scenario: Scenario) -> None:
    payouts: DriverPayouts = PausedPayouts(SimulatedPayouts(SimulatedCards()), scenario.storage)
    details = BankDetails(ROUTING, BANK_PAYS, "Test Bank", BankAccountType.CHECKING)
    method = await payouts.add_method(ACCOUNT, details, reference="method")
    instruction = PayoutInstruction(
        "payout", ACCOUNT, method.token, PayoutRail.BANK, PayoutSpeed.STANDARD, 10_00
    )
    made = await payouts.send(instruction)
    await scenario.market.jobs.manage.pause(OPERATOR)
    for moving in (
        payouts.prepare(instruction),
        payouts.send(instruction),
        payouts.restore(instruction),
        payouts.return_fees(instruction, amount_cents=1),
        payouts.cancel(ACCOUNT, made.id),
        payouts.add_method(ACCOUNT, details, reference="other"),
        payouts.remove_method(ACCOUNT, method.token),
    ):
        with pytest.raises(PaymentsPaused):
            await moving
    assert await payouts.status(ACCOUNT, made.id) == made
    assert [each.token for each in await payouts.methods_of(ACCOUNT)] == [method.token]
