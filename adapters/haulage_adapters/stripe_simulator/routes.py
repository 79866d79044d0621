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
from haulage_adapters.stripe_simulator.money import balance, settle
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
    return lambda world, ids, _form: world.get(kind, ids[-1])


def _list(kind: str, *filters: str) -> Do:
    """Every object of a kind that has the values asked for."""

    def found(world: SimulatorState, _ids: list[str], form: Json) -> Json:
        asked = {name: form[name] for name in filters if name in form}
        wanted = [
            each
            for each in world.kind(kind).values()
            if all(each.get(name) == value for name, value in asked.items())
        ]
        return listing(wanted, f"/v1/{kind}s", form)

    return found


def _balance(world: SimulatorState, _ids: list[str], form: Json) -> Json:
    return balance(world, str(form.get("_account", "")))


def _reversals(world: SimulatorState, ids: list[str], form: Json) -> Json:
    return listing(world.get("transfer", ids[0])["reversals"], f"/v1/transfers/{ids[0]}/reversals", form)


def _entries(world: SimulatorState, _ids: list[str], form: Json) -> Json:
    """The platform's own balance, or that of the connected account in whose name it is asked."""
    of, account = world.kind("entry_account"), str(form.get("_account", ""))
    asked = {name: form[name] for name in ("source", "type", "currency") if name in form}
    wanted = [
        each
        for id, each in world.kind("balance_transaction").items()
        if of[id]["account"] == account and all(each[name] == value for name, value in asked.items())
    ]
    return listing(wanted, "/v1/balance_transactions", form)


ROUTES = (
    _route("POST", "/v1/payment_intents", lambda world, _, form: intents.open_intent(world, form)),
    _route("GET", "/v1/payment_intents", _list("payment_intent")),
    _route("GET", "/v1/payment_intents/{}", lambda world, ids, form: intents.see_intent(world, ids[0], form)),
    _route(
        "POST", "/v1/payment_intents/{}", lambda world, ids, form: intents.change_intent(world, ids[0], form)
    ),
    _route(
        "POST",
        "/v1/payment_intents/{}/confirm",
        lambda world, ids, form: intents.confirm(world, ids[0], form),
    ),
    _route(
        "POST", "/v1/payment_intents/{}/cancel", lambda world, ids, form: intents.cancel(world, ids[0], form)
    ),
    _route("POST", "/v1/customers", lambda world, _, form: customers.open_customer(world, form)),
    _route("GET", "/v1/customers", _list("customer")),
    _route("GET", "/v1/customers/{}", _get("customer")),
    _route("DELETE", "/v1/customers/{}", lambda world, ids, _: customers.delete_customer(world, ids[0])),
    _route("POST", "/v1/payment_methods", lambda world, _, form: customers.make_method(world, form)),
    _route("GET", "/v1/payment_methods", _list("payment_method", "customer", "type")),
    _route(
        "POST",
        "/v1/payment_methods/{}/detach",
        lambda world, ids, _: customers.detach(world, ids[0]),
    ),
    _route("GET", "/v1/payment_methods/{}", _get("payment_method")),
    _route("GET", "/v1/charges", _list("charge", "payment_intent", "transfer_group")),
    _route("GET", "/v1/charges/{}", _get("charge")),
    _route("POST", "/v1/refunds", lambda world, _, form: refunds.refund(world, form)),
    _route("GET", "/v1/refunds", _list("refund", "payment_intent", "charge")),
    _route("GET", "/v1/refunds/{}", _get("refund")),
    _route("GET", "/v1/disputes", _list("dispute", "payment_intent", "charge")),
    _route("GET", "/v1/disputes/{}", _get("dispute")),
    _route("POST", "/v1/disputes/{}/close", lambda world, ids, _: disputes.decide(world, ids[0], "lost")),
    _route("POST", "/v1/accounts", lambda world, _, form: connect.open_account(world, form)),
    _route("GET", "/v1/accounts", _list("account")),
    _route("GET", "/v1/accounts/{}", _get("account")),
    _route("POST", "/v1/accounts/{}/login_links", lambda world, ids, _: onboarding.login_link(world, ids[0])),
    _route(
        "GET",
        "/v1/accounts/{}/external_accounts",
        lambda world, ids, form: external_accounts.list_all(world, ids[0], form),
    ),
    _route(
        "POST",
        "/v1/accounts/{}/external_accounts",
        lambda world, ids, form: external_accounts.create(world, ids[0], form),
    ),
    _route(
        "GET",
        "/v1/accounts/{}/external_accounts/{}",
        lambda world, ids, _: external_accounts.of_id(world, ids[0], ids[1]),
    ),
    _route(
        "DELETE",
        "/v1/accounts/{}/external_accounts/{}",
        lambda world, ids, _: external_accounts.delete(world, ids[0], ids[1]),
    ),
    _route("POST", "/v1/account_links", lambda world, _, form: onboarding.account_link(world, form)),
    _route("POST", "/v1/transfers", lambda world, _, form: connect.transfer(world, form)),
    _route("GET", "/v1/transfers", _list("transfer", "transfer_group", "destination")),
    _route("GET", "/v1/transfers/{}", _get("transfer")),
    _route(
        "POST", "/v1/transfers/{}/reversals", lambda world, ids, form: connect.reverse(world, ids[0], form)
    ),
    _route("GET", "/v1/transfers/{}/reversals", _reversals),
    _route("POST", "/v1/payouts", lambda world, _, form: payouts.create(world, form)),
    _route("GET", "/v1/payouts", lambda world, _, form: payouts.list_all(world, form)),
    _route(
        "GET",
        "/v1/payouts/{}",
        lambda world, ids, form: payouts.shown(payouts.of_id(world, ids[0], form)),
    ),
    _route("POST", "/v1/payouts/{}/cancel", lambda world, ids, form: payouts.cancel(world, ids[0], form)),
    _route("POST", "/v1/payouts/{}/reverse", lambda world, ids, form: payouts.reverse(world, ids[0], form)),
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
        lambda world, ids, form: intents.authenticate(world, ids[0], form),
    ),
    _route(
        "POST",
        "/simulator/processing/{}",
        lambda world, ids, form: intents.finish_processing(world, ids[0], form),
    ),
    _route("POST", "/simulator/disputes", lambda world, _, form: disputes.open_dispute(world, form)),
    _route(
        "POST",
        "/simulator/disputes/{}/(won|lost)",
        lambda world, ids, _: disputes.decide(world, ids[0], ids[1]),
    ),
    _route("POST", "/simulator/refunds/{}/fail", lambda world, ids, _: refunds.fail_refund(world, ids[0])),
    _route(
        "POST",
        "/simulator/accounts/{}/(finish|restrict|refuse)",
        lambda world, ids, _: connect.change_account(world, ids[0], ids[1]),
    ),
    _route(
        "POST",
        "/simulator/payouts/{}/(send|pay|fail)",
        lambda world, ids, _: payouts.change(world, ids[0], ids[1]),
    ),
    _route(
        "POST", "/simulator/accounts/{}/close", lambda world, ids, _: connect.close_account(world, ids[0])
    ),
)


def answer(world: SimulatorState, method: str, path: str, form: Json) -> Json:
    """Do what the address says, with the ids in the answer made whole that were asked for."""
    for route in ROUTES:
        found = route.pattern.fullmatch(path)
        if found and route.method == method:
            settle(world)
            payouts.advance(world)
            made: Json = frozen(route.do(world, list(found.groups()), form))
            for field in _expansions(form):
                _expand(world, made, field.split("."))
            return made
    raise Refused(f"Unrecognized request URL ({method}: {path}).", NOT_FOUND)


def _expansions(form: Json) -> list[str]:
    requested = form.get("expand", [])
    return [str(each) for each in requested][:MAX_EXPANSIONS] if isinstance(requested, list) else []


def _expand(world: SimulatorState, made: Any, steps: list[str]) -> None:
    if isinstance(made, list):
        for each in made:
            _expand(world, each, steps)
        return
    head, rest = steps[0], steps[1:]
    if not isinstance(made, dict) or head not in made:
        raise Refused(f"This property cannot be expanded ({head}).", param="expand")
    if isinstance(made[head], str):
        made[head] = frozen(_of_id(world, made[head]))
    if rest and made[head] is not None:
        _expand(world, made[head], rest)


def _of_id(world: SimulatorState, id: str) -> Json:
    for kind in EXPANDABLE:
        if id in world.kind(kind):
            return world.kind(kind)[id]
    raise Refused(f"Nothing has the id {id}.", NOT_FOUND)
