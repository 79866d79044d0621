"""Balance transactions: every cent that the simulated account gains or loses, and the fee for it."""

from haulage_adapters.stripe_simulator.errors import Json, Refused
from haulage_adapters.stripe_simulator.state import SimulatorState

PENDING = "pending_entry"
"""Kind of the entries that are not available yet."""


def move(
    world: SimulatorState,
    type: str,
    amount: int,
    source: str,
    *,
    fee: int = 0,
    account: str = "",
    available_on: int = 0,
) -> Json:
    """Enter a movement; *account* is a connected account, and empty for the platform's own balance. Until
    *available_on* it is pending."""
    now = world.seconds()
    entry = {
        **world.base("balance_transaction", "txn"),
        "amount": amount,
        "available_on": max(now, available_on),
        "currency": "usd",
        "fee": fee,
        "fee_details": [_fee_detail(fee)] if fee else [],
        "net": amount - fee,
        "source": source,
        "status": "pending" if available_on > now else "available",
        "type": type,
    }
    world.add("balance_transaction", entry)
    world.kind("entry_account")[entry["id"]] = {"account": account}
    if entry["status"] == "pending":
        world.kind(PENDING)[entry["id"]] = entry
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


def pending_entries(world: SimulatorState, account: str = "") -> list[Json]:
    """Oldest first."""
    of = world.kind("entry_account")
    return [each for id, each in world.kind(PENDING).items() if of[id]["account"] == account]


def available_cents(world: SimulatorState, account: str = "") -> int:
    """What the account holds and may pay out."""
    pending: int = sum(each["net"] for each in pending_entries(world, account))
    return balance_cents(world, account) - pending


def settle(world: SimulatorState) -> None:
    """What is pending becomes available when its time has come."""
    now = world.seconds()
    for entry in list(world.kind(PENDING).values()):
        if entry["available_on"] <= now:
            _make_available(world, entry)


def release(world: SimulatorState, account: str, cents: int) -> None:
    """Make as much available before its time as is missing of *cents*, oldest first."""
    for entry in pending_entries(world, account):
        if available_cents(world, account) >= cents:
            return
        _make_available(world, entry)


def _make_available(world: SimulatorState, entry: Json) -> None:
    entry["status"] = "available"
    del world.kind(PENDING)[entry["id"]]


def balance(world: SimulatorState, account: str = "") -> Json:
    available, whole = available_cents(world, account), balance_cents(world, account)
    answered = {
        "object": "balance",
        "available": [_amount(available)],
        "pending": [_amount(whole - available)],
        "livemode": False,
    }
    return answered if not account else {**answered, "instant_available": [_amount(max(whole, 0))]}


def _amount(cents: int) -> Json:
    return {"amount": cents, "currency": "usd", "source_types": {"card": cents}}


def require_balance(world: SimulatorState, cents: int) -> None:
    if balance_cents(world) < cents:
        raise Refused(
            "You have insufficient funds in your Stripe account. One likely reason you have insufficient "
            "funds is that your funds are automatically being paid out.",
            code="balance_insufficient",
        )
