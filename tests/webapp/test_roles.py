"""Every operation of the API, asked by everybody who may not: 401, 403 or 404, and nothing is changed.

What each should be told is asked of the policy; that every operation asks the policy is what is proved.
"""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from haulage.kernel.actor import ANONYMOUS, Actor, UserType
from haulage.kernel.errors import Forbidden, HaulageError, NotFound, Unauthenticated
from haulage.kernel.local_time import WEEKDAYS
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.receipts.receipt import companion_id
from haulage_adapters.sql.schema import metadata
from haulage_webapp.security import ACTION
from people import PAYING_CARD, People, Person, a_quote_request, an_order_request, book, pay
from webapp.documented import described, documented_app

pytestmark = pytest.mark.anyio

STATUS: dict[type[HaulageError], int] = {Unauthenticated: 401, Forbidden: 403, NotFound: 404}
CHANGED_BY_ASKING = {"sessions", "refresh_tokens", "rate_limits", "audit_entries"}
CHANGED_MEANWHILE = {"jobs", "emails", "email_attachments"}
"""The server mails the receipt of the order's payment by itself."""
EXPENSE = {"category": "phone", "amount_cents": 45_00, "description": "Plan", "date": "2026-11-01"}
MILEAGE_ENTRY = {"date": "2026-11-01", "miles": 4.5, "note": "To the bank"}
W9 = {
    "name": "Dee Driver",
    "classification": "individual",
    "street": "12 Pine Street",
    "city": "Brooklyn",
    "state": "NY",
    "zip_code": "11201",
    "number_type": "ssn",
    "number": "219-09-9999",
    "signature": "Dee Driver",
    "certification": "w9-2024-03",
}
EXPENSE_FILE = {"csv": "date,category,amount,description\n2026-11-01,phone,45,Plan\n"}
PLACE = {"lat": 40.75, "lng": -73.97}
A_DAY = {"is_available": True, "start": "08:00", "end": "18:00"}
AN_EMPTY_FORM = {
    "personal": {},
    "license": {},
    "vehicle": {},
    "preferences": {"availability": dict.fromkeys(WEEKDAYS, A_DAY)},
    "references": [],
}
OTHERS = Facts("Thing", owner_id="usr_somebody", driver_id="drv_somebody")
OWN_ALWAYS = {Action.EXPORT_PERSONAL_DATA, Action.ERASE_ACCOUNT}
"""These name no object: they are about whoever asks."""


def operations() -> Iterator[tuple[str, str, str, Action]]:
    """Name, method, path and action of every operation under ``/api/v1``."""
    for route in documented_app().routes:
        if not route.path.startswith("/api/v1"):
            continue
        for handler in getattr(route, "route_handlers", []):
            for method in sorted(handler.http_methods - {"OPTIONS", "HEAD"}):
                yield handler.operation_id, method, route.path, handler.opt[ACTION]


OPERATIONS = list(operations())


def refusal(actor: Actor, action: Action) -> int | None:
    """What the policy has this actor told about another's object; None where it lets them."""
    facts = Facts("User", owner_id=actor.user_id) if action in OWN_ALWAYS else OTHERS
    try:
        authorize(actor, action, facts)
    except HaulageError as refused:
        return STATUS[type(refused)]
    return None


def bodies(ids: dict[str, str]) -> dict[str, Any]:
    """What can be read, so that nothing but the policy is in the way."""
    return {
        "request_quote": a_quote_request(),
        "book_order": an_order_request(ids["quote_id"], ids["driver_id"]),
        "cancel_order": {"reason": "mine"},
        "add_expense": EXPENSE,
        "add_mileage_entry": MILEAGE_ENTRY,
        "certify_w9": W9,
        "export_tax_forms": {"tax_year": 2025},
        "record_remittance": {
            "period": "2026-11",
            "amount_cents": 1,
            "reference": "EFTPS-1",
            "paid_on": "2026-11-20",
        },
        "change_mileage_entry": MILEAGE_ENTRY,
        "generate_tax_document": {"document_type": "1099_nec", "tax_year": 2026},
        "change_expense": EXPENSE,
        "import_expenses": EXPENSE_FILE,
        "preview_expense_import": EXPENSE_FILE,
        "add_address": {"name": "Home", "place": PLACE | {"address": "1 Main St"}},
        "change_address": {"name": "Home", "place": PLACE | {"address": "1 Main St"}},
        "reassign_order": {"driver_id": ids["driver_id"], "reason": "mine"},
        "release_order": {"reason": "mine"},
        "reschedule_order": {"start": "2026-01-05T14:00:00-05:00"},
        "rate_order": {"stars": 1},
        "confirm_payment": {"card": PAYING_CARD},
        "save_next_card": {"save": False},
        "authenticate_payment": {"approved": True},
        "refund_payment": {},
        "accept_payment_difference": {"reason": "mine"},
        "reconcile_payments": {},
        "withdraw_refund": {"reason": "mine"},
        "void_payout": {"reason": "mine"},
        "open_tip": {"amount_cents": 500},
        "go_online": {},
        "update_own_driver": {"price_per_mile_cents": 260},
        "report_location": PLACE,
        "report_positions": {"fixes": [PLACE | {"at": "2026-01-05T14:00:00-05:00", "accuracy_m": 5}]},
        "replay_delivery_actions": {
            "actions": [
                {
                    "client_id": "a",
                    "at": "2026-01-05T14:00:00Z",
                    "order_id": ids["order_id"],
                    "action": "start",
                }
            ]
        },
        "fail_delivery": {"reason": "nobody_there"},
        "open_claim": {"kind": "not_delivered", "account": "Nobody came."},
        "answer_claim": {"text": "Mine."},
        "give_claim_side": {"text": "Mine."},
        "request_claim_information": {"question": "Which?"},
        "ask_claim_driver": {"question": "Which?"},
        "decide_claim": {"version": 1, "reason": "Seen."},
        "submit_proof": {"client_id": "a", "at": "2026-01-05T14:00:00Z"},
        "send_message": {"text": "Hello."},
        "change_communication_preferences": {},
        "end_call": {"status": "missed"},
        "send_training_heartbeat": {"watch_id": "wat_1"},
        "answer_training_question": {"question_id": "lift", "option": 1},
        "reset_training": {"reason": "Please."},
        "request_driver_approval": {"reason": "Please."},
        "suspend_driver": {"reason": "Please."},
        "reactivate_driver": {"reason": "Please."},
        "revoke_driver": {"reason": "Please."},
        "ask_applicant": {"reason": "Please."},
        "request_approval_override": {"reason": "Please."},
        "confirm_approval_override": {},
        "save_application": {"form": AN_EMPTY_FORM, "version": 1},
        "approve_application": {"reason": "Please."},
        "reject_application": {"reason": "Please."},
        "agree_to_screening": {"version": "2026-11", "signature": "Ada"},
        "dispute_screening": {"reason": "That is not me."},
        "take_screening_step": {"step": "order", "version": 1},
        "approve_document": {"version": 1},
        "reject_document": {"version": 1, "reason": "Please."},
        "check_vin": {"vin": "1FTBW2CM6MKA00001"},
        "record_credential": {"kind": "usdot", "number": "1234567"},
        "verify_credential": {"note": "Looked up."},
        "reject_credential": {"note": "Not found."},
        "record_driving": {"points": [PLACE | {"at": "2026-03-04T15:00:00Z", "speed_mph": 20}]},
        "contest_driving_event": {"reason": "A child ran out."},
        "decide_driving_contest": {"decision": "uphold", "reason": "Seen."},
        "erase_own_account": {},
        "find_account": {"who": "ann@example.com"},
        "end_sessions_of_account": {"reason": "Please."},
        "suspend_account": {"reason": "Please."},
        "reinstate_account": {"reason": "Please."},
        "add_payout_method": {"type": "paypal", "paypal_email": "dee@example.com"},
        "change_payout_settings": {},
        "request_payout": {"amount_cents": 1000},
        "retry_job": {},
        "email_receipt": {},
    }


QUESTIONS: dict[str, dict[str, float | str]] = {
    "list_tax_documents": {"year": 2026},
    "check_trip": {"from_lat": 40.75, "from_lng": -73.97, "to_lat": 40.7, "to_lng": -73.99},
    "get_overview_day": {"day": "2026-01-01"},
    "find_available_drivers": {"pickup_lat": 40.75, "pickup_lng": -73.97},
    "get_claim_refund_parts": {"refund_cents": 1},
    "get_refund_parts": {"refund_cents": 1},
    "quote_payout": {"amount_cents": 1000},
    "list_person_names": {"id": "usr_unknown"},
    "send_document_piece": {"type": "drivers_license", "size": 9},
}
"""What must be asked along with an address."""


def filled(path: str, ids: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda found: ids.get(found[1], "unknown"), path)


async def rows(people: People) -> dict[str, list[Any]]:
    """Everything that is stored, but what asking alone may change."""
    engine = people.marketplace.storage.engine  # type: ignore[attr-defined]  # the SQL storage's
    async with engine.reading.connect() as connection:
        return {
            name: sorted(map(repr, (await connection.execute(select(table))).all()))
            for name, table in metadata.tables.items()
            if name not in CHANGED_BY_ASKING | CHANGED_MEANWHILE
        }


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_whoever_may_not_is_refused_by_every_operation_and_changes_nothing(people: People) -> None:
    owner, (_driver, driver_id) = await people.customer(), await people.driver()
    await owner.want_no_automatic_messages()
    order = await book(owner, driver_id=driver_id)
    payment = (await pay(owner, order["id"])).json()
    ids = {
        "quote_id": order["quote_id"],
        "order_id": order["id"],
        "driver_id": driver_id,
        "payment_id": payment["payment"]["id"] if "payment" in payment else payment["id"],
    }
    ids |= {
        "receipt_id": companion_id(ids["payment_id"], "rcp"),
        "confirmation_id": companion_id(ids["payment_id"], "cnf"),
        "tax_year": "2026",
        "stop": "pickup",
        "document_type": "drivers_license",
        "offset": "0",
    }
    assert (await owner.get(f"/receipts/{ids['receipt_id']}")).status_code == 200
    askers: list[tuple[Person | None, Actor]] = [(None, ANONYMOUS)]
    for _second in (False, True):
        other_driver, _ = await people.driver()
        askers += [
            (await people.customer(), Actor("usr_other", UserType.CUSTOMER)),
            (await people.new_driver(), Actor("usr_new", UserType.DRIVER, "drv_new")),
            (other_driver, Actor("usr_driver", UserType.DRIVER, "drv_other")),
            (await people.admin(), Actor("usr_admin", UserType.ADMIN)),
        ]
    before = await rows(people)
    wrong, asked = [], 0
    for name, method, path, action in OPERATIONS:
        for person, actor in askers:
            expected = refusal(actor, action)
            if expected is None:
                continue
            asked += 1
            answer = await _ask(people, person, method, filled(path, ids), name, bodies(ids).get(name))
            if answer.status_code != expected:
                wrong.append((name, actor.role, expected, answer.status_code, answer.text[:80]))
    assert wrong == []
    assert asked > 60
    assert await rows(people) == before


async def _ask(
    people: People, person: Person | None, method: str, path: str, name: str, body: Any
) -> httpx.Response:
    headers = {"Authorization": f"Bearer {person.token}"} if person else {}
    params = QUESTIONS.get(name)
    return await people.client.request(method, path, headers=headers, params=params, json=body)


def test_the_document_asks_visitors_for_a_token_where_the_policy_does() -> None:
    answered = {
        operation["operationId"]: {} in operation.get("security", [])
        for path, item in described()["paths"].items()
        if path.startswith("/api/v1")
        for operation in item.values()
    }
    assert answered == {name: refusal(ANONYMOUS, action) is None for name, _, _, action in OPERATIONS}
