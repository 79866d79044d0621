"""Every operation that can show something of an order is in the core's table, and asked by a test."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from views_table import operations
from webapp.documented import described
from webapp.view_scene import of_order

KINDS = operations()
WATCHED = re.compile(
    r"phone|(^|_)name$|^lat$|driver_id|^contact$|recipient|^card_|^address$|_address$|^polyline$|^url$"
)


def properties(schemas: Mapping[str, Any], of: Any, known: set[str]) -> Iterator[str]:
    """The names of all fields in a schema, however deep."""
    if isinstance(of, list):
        for each in of:
            yield from properties(schemas, each, known)
    if not isinstance(of, dict):
        return
    yield from of.get("properties", {})
    for name, each in of.items():
        if name == "$ref" and each not in known:
            known.add(each)
            yield from properties(schemas, schemas[each.rsplit("/", 1)[-1]], known)
        elif name != "$ref":
            yield from properties(schemas, each, known)


def can_show(document: Mapping[str, Any], operation: Mapping[str, Any]) -> bool:
    schemas = document["components"]["schemas"]
    for status, reply in operation["responses"].items():
        if not status.startswith("2") or status == "204":
            continue
        content = reply.get("content", {})
        if any(not each.get("schema", {}) for each in content.values()):
            return True
        if any(WATCHED.search(name) for name in properties(schemas, content, set())):
            return True
        if any("json" not in media and "event-stream" not in media for media in content):
            return True  # a file may hold anything
    return False


def test_every_operation_that_can_show_something_is_classified() -> None:
    document = described()
    named = {
        operation["operationId"]: can_show(document, operation)
        for path, item in document["paths"].items()
        if path.startswith("/api/v1")
        for operation in item.values()
    }
    missing = {name for name, shows in named.items() if shows} - set(KINDS)
    assert missing == set(), "say in src/haulage/orders/README.md who may see what of these"
    assert set(KINDS) <= set(named), "the table names operations that there are not"
    assert set(KINDS.values()) == {"order", "own", "admin", "public", "quote"}


WALKED = [
    "accept_order",
    "begin_call",
    "begin_stop_call",
    "book_order",
    "cancel_order",
    "complete_order",
    "confirm_delivery_pickup",
    "confirm_payment",
    "confirm_pickup",
    "confirm_return",
    "deliver_after_all",
    "end_call",
    "fail_delivery",
    "hand_back_order",
    "open_payment",
    "open_tip",
    "pause_delivery",
    "rate_order",
    "replay_delivery_actions",
    "reschedule_order",
    "resume_delivery",
    "send_message",
    "set_out_for_order",
    "settle_payment",
    "start_delivery",
    "start_order",
    "stop_delivery",
    "submit_proof",
    "follow_order",
    "follow_by_link",
    "follow_own_offers",
    "open_proof_picture",
    "export_proof",
    "authenticate_payment",
]
"""Steps that the orders of ``test_views.py`` take, and streams. Pictures open by addresses that a proof's
reader is given, and 3-D Secure ends in the answer of ``confirm_payment``."""


def test_every_operation_of_an_order_is_asked_by_these_tests() -> None:
    asked = {name for name, _ in of_order()} | set(WALKED)
    assert {name for name, kind in KINDS.items() if kind == "order"} - asked == set()
