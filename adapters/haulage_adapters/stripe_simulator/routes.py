"""Which address does what."""

import re
from collections.abc import Callable
from typing import Any

import attrs

from haulage_adapters.stripe_simulator import (
    connect,
    customers,
    disputes,
    external_accounts,
    intents,
    onboarding,
    payouts,
    refunds,
)
from haulage_adapters.stripe_simulator.errors import NOT_FOUND, Json, Refused
from haulage_adapters.stripe_simulator.lists import listing
from haulage_adapters.stripe_simulator.money import balance, move_by_company, settle
from haulage_adapters.stripe_simulator.state import SimulatorState, frozen

Do = Callable[[SimulatorState, list[str], Json], Json]
MAX_EXPANSIONS = 10
EXPANDABLE = (
    "charge",
    "balance_transaction",
    "payment_intent",
    "payment_method",
    "customer",
    "account",
    "transfer",
    "refund",
    "dispute",
    "transfer_reversal",
    "external_account",
)
"""Kinds of object whose ids are made whole where that is asked for."""


@attrs.frozen
class Route:
    method: str
    pattern: re.Pattern[str]
    do: Do


def _route(method: str, path: str, do: Do) -> Route:
    return Route(method, re.compile(re.sub(r"\{\}", "([A-Za-z0-9_-]+)", path)), do)


def _get(kind: str) -> Do:
    return lambda state, ids, _form: state.get(kind, ids[-1])


def _list(kind: str, *filters: str) -> Do:
    """Every object of a kind that has the values asked for."""

    def found(state: SimulatorState, _ids: list[str], form: Json) -> Json:
        given = {name: form[name] for name in filters if name in form}
        wanted = [
            each
            for each in state.kind(kind).values()
            if all(each.get(name) == value for name, value in given.items())
        ]
        return listing(wanted, f"/v1/{kind}s", form)

    return found


def _balance(state: SimulatorState, _ids: list[str], form: Json) -> Json:
    return balance(state, str(form.get("_account", "")))


def _reversals(state: SimulatorState, ids: list[str], form: Json) -> Json:
    return listing(state.get("transfer", ids[0])["reversals"], f"/v1/transfers/{ids[0]}/reversals", form)


def _entries(state: SimulatorState, _ids: list[str], form: Json) -> Json:
    """The platform's own balance, or that of the connected account in whose name it is asked."""
    of, account = state.kind("entry_account"), str(form.get("_account", ""))
    given = {name: form[name] for name in ("source", "type", "currency") if name in form}
    wanted = [
        each
        for id, each in state.kind("balance_transaction").items()
        if of[id]["account"] == account and all(each[name] == value for name, value in given.items())
    ]
    return listing(wanted, "/v1/balance_transactions", form)


ROUTES = (
    _route("POST", "/v1/payment_intents", lambda state, _, form: intents.open_intent(state, form)),
    _route("GET", "/v1/payment_intents", _list("payment_intent")),
    _route("GET", "/v1/payment_intents/{}", lambda state, ids, form: intents.see_intent(state, ids[0], form)),
    _route(
        "POST", "/v1/payment_intents/{}", lambda state, ids, form: intents.change_intent(state, ids[0], form)
    ),
    _route(
        "POST",
        "/v1/payment_intents/{}/confirm",
        lambda state, ids, form: intents.confirm(state, ids[0], form),
    ),
    _route(
        "POST", "/v1/payment_intents/{}/cancel", lambda state, ids, form: intents.cancel(state, ids[0], form)
    ),
    _route("POST", "/v1/customers", lambda state, _, form: customers.open_customer(state, form)),
    _route("GET", "/v1/customers", _list("customer")),
    _route("GET", "/v1/customers/{}", _get("customer")),
    _route("DELETE", "/v1/customers/{}", lambda state, ids, _: customers.delete_customer(state, ids[0])),
    _route("POST", "/v1/payment_methods", lambda state, _, form: customers.make_method(state, form)),
    _route("GET", "/v1/payment_methods", _list("payment_method", "customer", "type")),
    _route(
        "POST",
        "/v1/payment_methods/{}/detach",
        lambda state, ids, _: customers.detach(state, ids[0]),
    ),
    _route("GET", "/v1/payment_methods/{}", _get("payment_method")),
    _route("GET", "/v1/charges", _list("charge", "payment_intent", "transfer_group")),
    _route("GET", "/v1/charges/{}", _get("charge")),
    _route("POST", "/v1/refunds", lambda state, _, form: refunds.refund(state, form)),
    _route("GET", "/v1/refunds", _list("refund", "payment_intent", "charge")),
    _route("GET", "/v1/refunds/{}", _get("refund")),
    _route("GET", "/v1/disputes", _list("dispute", "payment_intent", "charge")),
    _route("GET", "/v1/disputes/{}", _get("dispute")),
    _route("POST", "/v1/disputes/{}/close", lambda state, ids, _: disputes.decide(state, ids[0], "lost")),
    _route("POST", "/v1/accounts", lambda state, _, form: connect.open_account(state, form)),
    _route("GET", "/v1/accounts", _list("account")),
    _route("GET", "/v1/accounts/{}", _get("account")),
    _route("POST", "/v1/accounts/{}/login_links", lambda state, ids, _: onboarding.login_link(state, ids[0])),
    _route(
        "GET",
        "/v1/accounts/{}/external_accounts",
        lambda state, ids, form: external_accounts.list_all(state, ids[0], form),
    ),
    _route(
        "POST",
        "/v1/accounts/{}/external_accounts",
        lambda state, ids, form: external_accounts.create(state, ids[0], form),
    ),
    _route(
        "GET",
        "/v1/accounts/{}/external_accounts/{}",
        lambda state, ids, _: external_accounts.of_id(state, ids[0], ids[1]),
    ),
    _route(
        "DELETE",
        "/v1/accounts/{}/external_accounts/{}",
        lambda state, ids, _: external_accounts.delete(state, ids[0], ids[1]),
    ),
    _route("POST", "/v1/account_links", lambda state, _, form: onboarding.account_link(state, form)),
    _route("POST", "/v1/transfers", lambda state, _, form: connect.transfer(state, form)),
    _route("GET", "/v1/transfers", _list("transfer", "transfer_group", "destination")),
    _route("GET", "/v1/transfers/{}", _get("transfer")),
    _route(
        "POST", "/v1/transfers/{}/reversals", lambda state, ids, form: connect.reverse(state, ids[0], form)
    ),
    _route("GET", "/v1/transfers/{}/reversals", _reversals),
    _route("POST", "/v1/payouts", lambda state, _, form: payouts.create(state, form)),
    _route("GET", "/v1/payouts", lambda state, _, form: payouts.list_all(state, form)),
    _route(
        "GET",
        "/v1/payouts/{}",
        lambda state, ids, form: payouts.shown(payouts.of_id(state, ids[0], form)),
    ),
    _route("POST", "/v1/payouts/{}/cancel", lambda state, ids, form: payouts.cancel(state, ids[0], form)),
    _route("POST", "/v1/payouts/{}/reverse", lambda state, ids, form: payouts.reverse(state, ids[0], form)),
    _route("GET", "/v1/balance", _balance),
    _route("GET", "/v1/balance_transactions", _entries),
    _route("GET", "/v1/balance_transactions/{}", _get("balance_transaction")),
    _route("GET", "/v1/events", _list("event", "type")),
    _route("GET", "/v1/events/{}", _get("event")),
    _route("GET", "/v1/webhook_endpoints", _list("webhook_endpoint")),
    # What a person or a bank does, and no client of the real company can.
    _route(
        "POST",
        "/simulator/authentications/{}",
        lambda state, ids, form: intents.authenticate(state, ids[0], form),
    ),
    _route(
        "POST",
        "/simulator/processing/{}",
        lambda state, ids, form: intents.finish_processing(state, ids[0], form),
    ),
    _route("POST", "/simulator/disputes", lambda state, _, form: disputes.open_dispute(state, form)),
    _route(
        "POST",
        "/simulator/disputes/{}/(won|lost)",
        lambda state, ids, _: disputes.decide(state, ids[0], ids[1]),
    ),
    _route(
        "POST",
        "/simulator/balance/(give|take)",
        lambda state, ids, form: move_by_company(state, form, ids[0]),
    ),
    _route("POST", "/simulator/refunds/{}/fail", lambda state, ids, _: refunds.fail_refund(state, ids[0])),
    _route(
        "POST",
        "/simulator/accounts/{}/(finish|restrict|refuse)",
        lambda state, ids, _: connect.change_account(state, ids[0], ids[1]),
    ),
    _route(
        "POST",
        "/simulator/payouts/{}/(send|pay|fail)",
        lambda state, ids, _: payouts.change(state, ids[0], ids[1]),
    ),
    _route(
        "POST", "/simulator/accounts/{}/close", lambda state, ids, _: connect.close_account(state, ids[0])
    ),
)


def answer(state: SimulatorState, method: str, path: str, form: Json) -> Json:
    """Do what the address says, with the ids in the answer made whole that were asked for."""
    for route in ROUTES:
        found = route.pattern.fullmatch(path)
        if found and route.method == method:
            settle(state)
            payouts.advance(state)
            made: Json = frozen(route.do(state, list(found.groups()), form))
            for field in _expansions(form):
                _expand(state, made, field.split("."))
            return made
    raise Refused(f"Unrecognized request URL ({method}: {path}).", NOT_FOUND)


def _expansions(form: Json) -> list[str]:
    requested = form.get("expand", [])
    return [str(each) for each in requested][:MAX_EXPANSIONS] if isinstance(requested, list) else []


def _expand(state: SimulatorState, made: Any, steps: list[str]) -> None:
    if isinstance(made, list):
        for each in made:
            _expand(state, each, steps)
        return
    head, rest = steps[0], steps[1:]
    if not isinstance(made, dict) or head not in made:
        raise Refused(f"This property cannot be expanded ({head}).", param="expand")
    if isinstance(made[head], str):
        made[head] = frozen(_of_id(state, made[head]))
    if rest and made[head] is not None:
        _expand(state, made[head], rest)


def _of_id(state: SimulatorState, id: str) -> Json:
    for kind in EXPANDABLE:
        if id in state.kind(kind):
            return state.kind(kind)[id]
    raise Refused(f"Nothing has the id {id}.", NOT_FOUND)
