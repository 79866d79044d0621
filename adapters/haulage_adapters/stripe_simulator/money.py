"""Balance transactions: every cent that the simulated account gains or loses, and the fee for it."""

from haulage_adapters.stripe_simulator.errors import Json, Refused
from haulage_adapters.stripe_simulator.state import SimulatorState


def move(
    world: SimulatorState, type: str, amount: int, source: str, *, fee: int = 0, account: str = ""
) -> Json:
    """Enter a movement; *account* is a connected account, and empty for the platform's own balance."""
    entry = {
        **world.base("balance_transaction", "txn"),
        "amount": amount,
        "currency": "usd",
        "fee": fee,
        "fee_details": [_fee_detail(fee)] if fee else [],
        "net": amount - fee,
        "source": source,
        "status": "available",
        "type": type,
    }
    world.add("balance_transaction", entry)
    world.kind("entry_account")[entry["id"]] = {"account": account}
    return entry


def _fee_detail(fee: int) -> Json:
    return {"amount": fee, "currency": "usd", "type": "stripe_fee", "description": "Stripe processing fees"}


def balance_cents(world: SimulatorState, account: str = "") -> int:
    """What the account holds."""
    of = world.kind("entry_account")
    return sum(
        entry["net"]
        for id, entry in world.kind("balance_transaction").items()
        if of[id]["account"] == account
    )


def balance(world: SimulatorState, account: str = "") -> Json:
    cents = balance_cents(world, account)
    return {
        "object": "balance",
        "available": [{"amount": cents, "currency": "usd", "source_types": {"card": cents}}],
        "pending": [{"amount": 0, "currency": "usd", "source_types": {"card": 0}}],
        "livemode": False,
    }


def require_balance(world: SimulatorState, cents: int) -> None:
    if balance_cents(world) < cents:
        raise Refused(
            "You have insufficient funds in your Stripe account. One likely reason you have insufficient "
            "funds is that your funds are automatically being paid out.",
            code="balance_insufficient",
        )
