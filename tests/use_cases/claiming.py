"""Claims as tests make and decide them."""

from haulage.claims import Claim, ClaimDraft, ClaimKind
from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage.payments.payment import refundable_cents
from haulage.use_cases.claims import ClaimDecision
from use_cases.scenario import ADMIN, Scenario

NOBODY_CAME = ClaimDraft(ClaimKind.NOT_DELIVERED, "Nobody came.")
DAMAGED = ClaimDraft(ClaimKind.DAMAGE, "A leg is broken.", 10_00, "The sofa")
LATE = ClaimDraft(ClaimKind.LATE, "Two hours late.")


async def claimed(scenario: Scenario, ada: Actor, order: Order, draft: ClaimDraft = NOBODY_CAME) -> Claim:
    return await scenario.market.claims.open(ada, order.id, draft)


async def declined(scenario: Scenario, claim: Claim) -> Claim:
    return await scenario.market.claims.decide.decide(ADMIN, claim.id, ClaimDecision("Looked into it."))


async def refunded(
    scenario: Scenario, claim: Claim, cents: int | None = None, *, goodwill: bool = False
) -> Claim:
    """All that is left of the payment unless *cents* says how much."""
    payment = await scenario.storage.read(lambda unit: unit.payments.of_order(claim.order_id))
    left = refundable_cents(payment) if payment else 0
    decision = ClaimDecision("Looked into it.", max(left, 1) if cents is None else cents, goodwill)
    return await scenario.market.claims.decide.decide(ADMIN, claim.id, decision)
