"""Idempotency keys: a repeated request has its effect once and gets the stored response.

Caller, route, body hash, effects and response are stored in one transaction. The response is opaque here:
the shell that asks says how a result is written down, and gets the same bytes back for a repeat.
"""

import hashlib
from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime
from typing import Generic, TypeVar

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Forbidden, HaulageError, NotFound, RuleBroken
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders.views import View
from haulage.ports.storage.idempotency import RequestKey, StoredResponse
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.orders.order_views import NOTHING_KNOWN, view_for

T = TypeVar("T")

MAX_KEY_LENGTH = 255


@attrs.frozen
class IdempotentRequest(Generic[T]):
    """A request that is done once: its key, the hash of its body, and how its response is written.

    *subject_id* is the id of the order, payment, receipt or report that the request names. With *narrowing*,
    a stored response is given again without what its caller may not see any more. Without it, one about an
    order is given again only to an *actor* who may still see that order; the server itself has none.
    """

    key: RequestKey
    body_hash: str
    write: Callable[[T], bytes]
    actor: Actor | None = None
    subject_id: str | None = None
    narrowing: "Narrowing | None" = None


@attrs.frozen
class Narrowing:
    """How the shell that wrote an answer leaves out of it what its caller may not see any more."""

    actor: Actor
    orders_in: Callable[[bytes], Collection[str]]
    """The ids of the orders that an answer is about."""
    narrowed: Callable[[bytes, Mapping[str, View]], bytes]
    """An answer under the views of its orders as they are now."""


class KeyReused(RuleBroken):
    """The idempotency key was used before with another request body."""

    code = "idempotency_key_reused"
    message = "This Idempotency-Key was used for a different request."


class ResponseNotStored(RuleBroken):
    """The key's request was carried out, but its response is deleted or not the caller's to read any more."""

    code = "idempotent_response_not_stored"
    message = "This request was carried out before. Its answer is no longer kept for you."


@attrs.define(eq=False)
class Replayed(Exception):
    """The request was answered before; *body* is that response."""

    body: bytes


def fingerprint(once: IdempotentRequest[T] | None) -> str | None:
    """Who asked what under which key, as one short word: equal for a request and its repeat alone."""
    if once is None:
        return None
    key = once.key
    said = "\n".join((key.caller, key.route, key.key, once.body_hash))
    return hashlib.sha256(said.encode()).hexdigest()


async def find_response(unit: UnitOfWork, once: IdempotentRequest[T] | None) -> None:
    """Raise ``Replayed`` with the earlier answer, ``KeyReused`` or ``ResponseNotStored``; return when the key
    is new."""
    if once is None:
        return
    stored = await unit.idempotency.get(once.key)
    if stored is None:
        return
    if stored.body_hash != once.body_hash:
        raise KeyReused
    if not stored.body:
        raise ResponseNotStored
    if once.narrowing is not None:  # also to who gave the order up by just this request, and asks again
        views = await _views_now(unit, once.narrowing, stored.body)
        raise Replayed(once.narrowing.narrowed(stored.body, views))
    if not await _may_read(unit, once):
        raise ResponseNotStored
    raise Replayed(stored.body)


async def _views_now(unit: UnitOfWork, narrowing: Narrowing, reply: bytes) -> Mapping[str, View]:
    views = {}
    for order_id in narrowing.orders_in(reply):
        order = await unit.orders.get(order_id)
        views[order_id] = await view_for(unit, narrowing.actor, order) if order else NOTHING_KNOWN
    return views


async def _may_read(unit: UnitOfWork, once: IdempotentRequest[T]) -> bool:
    """A driver who gave an order up must not learn from an old answer where its customer lives."""
    if once.actor is None or once.subject_id is None:
        return True
    order = await unit.orders.get(once.subject_id)
    if order is None:
        return True
    try:
        authorize(once.actor, Action.SEE_ORDER, Facts("Order", order.customer_id, order.driver_id))
    except (Forbidden, NotFound):
        return False
    return True


async def save_response(
    unit: UnitOfWork, once: IdempotentRequest[T] | None, result: T, now: datetime
) -> None:
    """Keep the answer beside its effects."""
    if once is not None:
        stored = StoredResponse(once.body_hash, once.write(result), once.subject_id)
        await unit.idempotency.add(once.key, stored, now)


async def write_once(
    storage: Storage,
    once: IdempotentRequest[T] | None,
    work: Callable[[UnitOfWork], Awaitable[T]],
    now: datetime,
) -> T:
    """Run *work* in one transaction unless its key has an answer; of two at once, one is answered first."""

    async def answer(unit: UnitOfWork) -> T:
        await find_response(unit, once)
        result = await work(unit)
        await save_response(unit, once, result, now)
        return result

    try:
        return await storage.write(answer)
    except HaulageError:
        # The twin of this request may have been first: its effects are what refused ours.
        await storage.read(lambda unit: find_response(unit, once))
        raise
