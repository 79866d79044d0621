"""Stripe's events: whatever is signed is genuine, and whatever is genuine is kept in a form that can be."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import NOON
from haulage.jobs import Job, JobKind
from haulage.kernel.money import MAX_CENTS
from haulage.ports.storage.provider_events import EventForged
from haulage.webhooks.event import EventKind, ProviderEvent
from haulage_adapters.stripe_payments import StripeEvents
from haulage_adapters.stripe_payments.events import KINDS
from haulage_adapters.stripe_simulator.deliveries import sign
from provider_faults import an_event

OLD, NEW = "whsec_old_1234", "whsec_new_1234"
EVENTS = StripeEvents(NEW, OLD)

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=300),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
"""Any JSON."""


def mostly(good: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return good | good | good | ANYTHING


NEARLY: st.SearchStrategy[Any] = st.fixed_dictionaries(
    {},
    optional={
        "id": mostly(st.just("evt_1")),
        "type": mostly(st.sampled_from(sorted(KINDS))),
        "created": mostly(st.just(1_800_000_000)),
        "account": mostly(st.just("acct_1")),
        "data": mostly(
            st.fixed_dictionaries(
                {
                    "object": mostly(
                        st.fixed_dictionaries(
                            {},
                            optional={
                                "id": mostly(st.just("du_1")),
                                "amount": mostly(st.just(2706)),
                                "status": mostly(st.sampled_from(["won", "lost", "needs_response"])),
                                "reason": ANYTHING,
                                "payment_intent": mostly(st.just("pi_1")),
                                "balance_transactions": mostly(
                                    st.lists(
                                        st.fixed_dictionaries(
                                            {},
                                            optional={
                                                "amount": mostly(st.integers(-5000, 5000)),
                                                "fee": mostly(st.integers(-2000, 2000)),
                                            },
                                        )
                                    )
                                ),
                            },
                        )
                    )
                }
            )
        ),
    },
)
"""An event as it should be, but for some of its places."""


def read(payload: bytes, secret: str = NEW) -> ProviderEvent:
    return EVENTS.read(payload, sign(payload, secret, int(NOON.timestamp())), NOON)


@given(NEARLY | ANYTHING)
def test_no_signed_json_is_forged_and_all_of_it_can_be_kept(said: Any) -> None:
    payload = json.dumps(said).encode()
    event = read(payload)
    assert Job(JobKind.APPLY_PROVIDER_EVENT, event.id)
    assert len(event.type) <= 100
    assert len(event.provider_id or "") <= 255
    found = (event.type, event.provider_id, event.account, event.provider_reference, event.object_reference)
    for text in found:
        assert "\0" not in (text or "")
        assert isinstance((text or "").encode(), bytes)
    assert (event.body == payload) == (event.kind is EventKind.UNREADABLE)
    if event.dispute is not None:
        assert 1 <= event.dispute.amount_cents <= MAX_CENTS
        assert abs(event.dispute.fee_cents) <= MAX_CENTS


@given(st.binary(max_size=200))
def test_no_signed_bytes_are_forged(payload: bytes) -> None:
    assert read(payload).kind in EventKind


@pytest.mark.parametrize("secret", [OLD, NEW])
def test_while_a_secret_is_rotated_both_are_good(secret: str) -> None:
    assert read(b"{}", secret).kind is EventKind.UNREADABLE
    with pytest.raises(EventForged):
        read(b"{}", "whsec_of_nobody")


def test_what_a_later_release_knows_to_be_about_a_payment_names_that_payment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent = an_event("evt_1", "payment_intent.partly_funded", "pi_1", NOON)
    before = read(sent)
    assert (before.kind, before.object_reference) == (EventKind.OTHER, "pi_1")
    monkeypatch.setitem(KINDS, "payment_intent.partly_funded", EventKind.PAYMENT)
    assert StripeEvents(NEW).read_again(before) == read(sent)
    assert read(sent).provider_reference == "pi_1"
