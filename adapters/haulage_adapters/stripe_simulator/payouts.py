"""Payouts of connected accounts (docs.stripe.com/payouts): on their way, paid, failed, canceled, sent back.

How far one has come is looked up whenever anything is asked, by the simulator's clock.
"""

from datetime import UTC, datetime, timedelta

from haulage_adapters.stripe_simulator.errors import (
    BAD_REQUEST,
    FORBIDDEN,
    Json,
    Refused,
    invalid,
    missing,
)
from haulage_adapters.stripe_simulator.external_accounts import FATES, KIND, of_account
from haulage_adapters.stripe_simulator.forms import cents_of, metadata_of, usd
from haulage_adapters.stripe_simulator.lists import listing
from haulage_adapters.stripe_simulator.money import available_cents, balance_cents, move, release
from haulage_adapters.stripe_simulator.state import SimulatorState

OPEN = "open_payout"
BUSINESS_DAYS = 2
SATURDAY = 5
INSTANT_SECONDS = 30 * 60
METHODS = ("standard", "instant")

FAILURES = {
    "account_closed": "The bank account has been closed.",
    "could_not_process": "The bank could not process this payout.",
    "debit_not_authorized": "Debit transactions are not approved on the bank account.",
    "insufficient_funds": "Your Stripe account has insufficient funds to cover the payout.",
    "invalid_currency": "The bank was unable to process this payout because of its currency.",
    "no_account": "The bank account details on file are probably incorrect. No bank account could be located "
    "with those details.",
}
"""Stripe's codes (docs.stripe.com/api/payouts/failures)."""


def require_account(state: SimulatorState, form: Json) -> Json:
    """The connected account in whose name it is asked."""
    id = str(form.get("_account", ""))
    if not id:
        raise Refused("Sorry, you don't have any external accounts in that currency (usd).")
    found = state.kind("account").get(id)
    if found is None:
        raise Refused(
            f"The provided key does not have access to account '{id}' (or that account does not exist). "
            "Application access may have been revoked.",
            FORBIDDEN,
            code="account_invalid",
        )
    return found


def create(state: SimulatorState, form: Json) -> Json:
    account = require_account(state, form)
    amount, currency = cents_of(form, "amount"), usd(form)
    method = form.get("method", "standard")
    if method not in METHODS:
        raise invalid("method", "must be one of standard or instant")
    if not account["payouts_enabled"]:
        raise Refused("Cannot create payouts: payouts are not enabled on it.", code="payouts_not_allowed")
    destination = _destination(state, account["id"], form)
    if method not in destination["available_payout_methods"]:
        raise Refused(
            "Payouts to this destination cannot be instant.",
            code="instant_payouts_unsupported",
            param="method",
        )
    _require_funds(state, account["id"], amount, instant=method == "instant")
    made = _new(state, account["id"], amount, destination, method) | {
        "currency": currency,
        "description": form.get("description"),
        "metadata": metadata_of(form),
        "statement_descriptor": form.get("statement_descriptor"),
    }
    made["balance_transaction"] = move(state, "payout", -amount, made["id"], account=account["id"])["id"]
    return _begin(state, made)


def _destination(state: SimulatorState, account: str, form: Json) -> Json:
    """The one that is named, or the default one."""
    own = of_account(state, account)
    if "destination" not in form:
        for each in own:
            if each["default_for_currency"]:
                return each
        raise Refused("Sorry, you don't have any external accounts in that currency (usd).")
    for each in own:
        if each["id"] == form["destination"]:
            return each
    raise Refused(
        f"No such external account: '{form['destination']}'",
        BAD_REQUEST,
        code="resource_missing",
        param="destination",
    )


def _require_funds(state: SimulatorState, account: str, amount: int, *, instant: bool) -> None:
    """Card payments can be paid out at once before they have settled; a standard payout waits for them."""
    if amount > (balance_cents(state, account) if instant else available_cents(state, account)):
        raise Refused(
            "You have insufficient funds in your Stripe account for this transfer. Your card balance is too "
            "low. You can use the /v1/balance endpoint to view your Stripe balance.",
            code="balance_insufficient",
        )
    if instant:
        release(state, account, amount)


def _new(state: SimulatorState, account: str, amount: int, destination: Json, method: str) -> Json:
    return state.base("payout", "po") | {
        "amount": amount,
        "arrival_date": _arrival(state, method),
        "automatic": False,
        "currency": "usd",
        "destination": destination["id"],
        "failure_balance_transaction": None,
        "failure_code": None,
        "failure_message": None,
        "metadata": {},
        "method": method,
        "original_payout": None,
        "reconciliation_status": "not_applicable",
        "reversed_by": None,
        "source_type": "card",
        "status": "pending",
        "type": destination["object"],
    } | {"_account": account}  # fmt: skip


def _arrival(state: SimulatorState, method: str) -> int:
    now = state.seconds()
    if state.terms.payout_seconds is not None:
        return now + state.terms.payout_seconds
    if method == "instant":
        return now + INSTANT_SECONDS
    at, left = datetime.fromtimestamp(now, UTC), BUSINESS_DAYS
    while left:
        at += timedelta(days=1)
        left -= at.weekday() < SATURDAY
    return int(at.timestamp())


def _begin(state: SimulatorState, made: Json) -> Json:
    state.add("payout", made)
    state.kind(OPEN)[made["id"]] = made
    _tell(state, "created", made)
    return shown(made)


def shown(payout: Json) -> Json:
    """As it is answered: nobody else's payouts are, so that the account need not be named."""
    return {name: value for name, value in payout.items() if name != "_account"}


def _tell(state: SimulatorState, what: str, payout: Json) -> None:
    state.emit_event(f"payout.{what}", shown(payout), account=payout["_account"])


def of_id(state: SimulatorState, id: str, form: Json) -> Json:
    account = require_account(state, form)
    found = state.kind("payout").get(id)
    if found is None or found["_account"] != account["id"]:
        raise missing("payout", id)
    return found


def list_all(state: SimulatorState, form: Json) -> Json:
    account = require_account(state, form)["id"]
    filters = {name: form[name] for name in ("status", "destination") if name in form}
    found = [
        shown(each)
        for each in state.kind("payout").values()
        if each["_account"] == account and all(each[name] == value for name, value in filters.items())
    ]
    return listing(found, "/v1/payouts", form)


def cancel(state: SimulatorState, id: str, form: Json) -> Json:
    payout = of_id(state, id, form)
    if payout["status"] != "pending" or payout["original_payout"] is not None:
        raise Refused("Payouts can only be canceled while they are pending.")
    _end(state, payout, "canceled")
    return shown(payout)


def reverse(state: SimulatorState, id: str, form: Json) -> Json:
    """Take a payout back from the bank account that it came to. It is a payout of its own the other way."""
    payout = of_id(state, id, form)
    is_reversible = payout["status"] == "paid" and payout["original_payout"] is None
    if not is_reversible or payout["reversed_by"] is not None or payout["type"] != "bank_account":
        raise Refused("Only payouts that were paid to a bank account can be reversed, and once.")
    made = _new(
        state,
        payout["_account"],
        -payout["amount"],
        {"id": payout["destination"], "object": payout["type"]},
        "standard",
    )
    made |= {"metadata": metadata_of(form), "original_payout": payout["id"], "balance_transaction": None}
    payout["reversed_by"] = made["id"]
    return _begin(state, made)


def advance(state: SimulatorState) -> None:
    """Let happen what the clock says has happened by now."""
    now = state.seconds()
    for payout in list(state.kind(OPEN).values()):
        if now >= payout["arrival_date"]:
            _arrive(state, payout)
        elif payout["status"] == "pending" and now >= (payout["created"] + payout["arrival_date"]) / 2:
            _set(state, payout, "in_transit")


def change(state: SimulatorState, id: str, outcome: str) -> Json:
    """What its bank does: sends it on, takes it, or gives it back, also after it was paid."""
    payout = state.get("payout", id)
    steps = {
        "send": ("pending",),
        "pay": ("pending", "in_transit"),
        "fail": ("pending", "in_transit", "paid"),
    }
    if payout["status"] not in steps[outcome]:
        raise Refused(f"A payout that is {payout['status']} cannot {outcome}.")
    if outcome == "send":
        _set(state, payout, "in_transit")
    elif outcome == "pay":
        _pay(state, payout)
    else:
        _fail(
            state, payout, state.kind(FATES).get(payout["destination"], {}).get("fails") or "account_closed"
        )
    return shown(payout)


def _arrive(state: SimulatorState, payout: Json) -> None:
    fails = state.kind(FATES)[payout["destination"]]["fails"]
    if fails is None or payout["original_payout"] is not None:
        _pay(state, payout)
    else:
        _fail(state, payout, fails)


def _pay(state: SimulatorState, payout: Json) -> None:
    if payout["original_payout"] is not None:
        entry = move(state, "payout_reversal", -payout["amount"], payout["id"], account=payout["_account"])
        payout["balance_transaction"] = entry["id"]
    _end(state, payout, "paid")


def _fail(state: SimulatorState, payout: Json, code: str) -> None:
    """The money is in the account's balance again, and its owner has to name another destination."""
    payout |= {"failure_code": code, "failure_message": FAILURES[code]}
    if payout["destination"] in state.kind(KIND):
        state.get(KIND, payout["destination"])["status"] = "errored"
    _end(state, payout, "failed")


def _end(state: SimulatorState, payout: Json, status: str) -> None:
    state.kind(OPEN).pop(payout["id"], None)
    if status in {"failed", "canceled"} and payout["original_payout"] is None:
        type = "payout_failure" if status == "failed" else "payout_cancel"
        entry = move(state, type, payout["amount"], payout["id"], account=payout["_account"])
        payout["failure_balance_transaction"] = entry["id"]
    _set(state, payout, status)


def _set(state: SimulatorState, payout: Json, status: str) -> None:
    payout["status"] = status
    _tell(state, "updated", payout)
    if status in {"paid", "failed", "canceled"}:
        _tell(state, status, payout)
