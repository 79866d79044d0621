"""Balance transactions: every cent that the simulated account gains or loses, and the fee for it."""

from haulage_adapters.stripe_simulator.errors import Json, Refused
from haulage_adapters.stripe_simulator.forms import cents_of, text_of
from haulage_adapters.stripe_simulator.state import SimulatorState

PENDING = "pending_entry"
"""Kind of the entries that are not available yet."""


def move(
    state: SimulatorState,
    type: str,
    amount: int,
    source: str | None,
    *,
    fee: int = 0,
    account: str = "",
    available_on: int = 0,
) -> Json:
    """Enter a movement; *account* is a connected account, and empty for the platform's own balance. Until
    *available_on* it is pending."""
    now = state.seconds()
    entry = {
        **state.base("balance_transaction", "txn"),
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
    state.add("balance_transaction", entry)
    state.kind("entry_account")[entry["id"]] = {"account": account}
    if entry["status"] == "pending":
        state.kind(PENDING)[entry["id"]] = entry
    return entry


def move_by_company(state: SimulatorState, form: Json, direction: str) -> Json:
    """What the company gives to the platform or takes from it for something of its own, such as a
    ``stripe_fee`` that is billed apart, or a ``payout`` to the platform's bank account."""
    amount = cents_of(form, "amount")
    signed = amount if direction == "give" else -amount
    return move(state, text_of(form, "type"), signed, None, fee=cents_of(form, "fee", 0))


def _fee_detail(fee: int) -> Json:
    return {"amount": fee, "currency": "usd", "type": "stripe_fee", "description": "Stripe processing fees"}


def balance_cents(state: SimulatorState, account: str = "") -> int:
    """What the account holds."""
    of = state.kind("entry_account")
    return sum(
        entry["net"]
        for id, entry in state.kind("balance_transaction").items()
        if of[id]["account"] == account
    )


def pending_entries(state: SimulatorState, account: str = "") -> list[Json]:
    """Oldest first."""
    of = state.kind("entry_account")
    return [each for id, each in state.kind(PENDING).items() if of[id]["account"] == account]


def available_cents(state: SimulatorState, account: str = "") -> int:
    """What the account holds and may pay out."""
    pending: int = sum(each["net"] for each in pending_entries(state, account))
    return balance_cents(state, account) - pending


def settle(state: SimulatorState) -> None:
    """What is pending becomes available when its time has come."""
    now = state.seconds()
    for entry in list(state.kind(PENDING).values()):
        if entry["available_on"] <= now:
            _make_available(state, entry)


def release(state: SimulatorState, account: str, cents: int) -> None:
    """Make as much available before its time as is missing of *cents*, oldest first."""
    for entry in pending_entries(state, account):
        if available_cents(state, account) >= cents:
            return
        _make_available(state, entry)


def _make_available(state: SimulatorState, entry: Json) -> None:
    entry["status"] = "available"
    del state.kind(PENDING)[entry["id"]]


def balance(state: SimulatorState, account: str = "") -> Json:
    available, whole = available_cents(state, account), balance_cents(state, account)
    answered = {
        "object": "balance",
        "available": [_amount(available)],
        "pending": [_amount(whole - available)],
        "livemode": False,
    }
    return answered if not account else {**answered, "instant_available": [_amount(max(whole, 0))]}


def _amount(cents: int) -> Json:
    return {"amount": cents, "currency": "usd", "source_types": {"card": cents}}


def require_balance(state: SimulatorState, cents: int) -> None:
    if balance_cents(state) < cents:
        raise Refused(
            "You have insufficient funds in your Stripe account. One likely reason you have insufficient "
            "funds is that your funds are automatically being paid out.",
            code="balance_insufficient",
        )
