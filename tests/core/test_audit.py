"""The chain of the audit trail: what it shows, and what it lets in."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import NOON
from haulage.audit import GENESIS, AuditAction, AuditEntry, AuditEvent, Chain, Fault, Head, link
from haulage.kernel.actor import ANONYMOUS, OPERATOR, SYSTEM, Actor, UserType
from haulage.kernel.errors import InvalidInput

ADA = Actor("usr_ada", UserType.CUSTOMER)


def an_audit_event(**changes: Any) -> AuditEvent:
    made = AuditEvent(
        AuditAction.SIGNED_IN, ADA, NOON, "account", "acc_ada", {"session": "ses_1", "count": 1}
    )
    return attrs.evolve(made, **changes)


def a_trail(count: int) -> list[AuditEntry]:
    entries: list[AuditEntry] = []
    for number in range(count):
        entries.append(link(an_audit_event(object_id=f"acc_{number}"), entries[-1] if entries else None))
    return entries


def judged(entries: Sequence[AuditEntry], stored: Head | None = None) -> Chain:
    chain = Chain(() if stored is None else (stored,))
    for entry in entries:
        chain.take(entry)
    chain.end()
    return chain


def test_entries_are_numbered_from_one_and_each_names_the_one_before() -> None:
    first, second = a_trail(2)
    assert (first.number, first.previous_hash) == (1, GENESIS)
    assert (second.number, second.previous_hash) == (2, first.hash)


def test_an_untouched_trail_is_whole() -> None:
    trail = a_trail(5)
    chain = judged(trail)
    assert (chain.fault, chain.head) == (None, Head(5, trail[-1].hash))
    assert judged([]).head == Head(0, GENESIS)


def test_the_hash_of_an_entry_never_changes_between_releases() -> None:
    entry = link(an_audit_event(), None)
    assert entry.hash == "5fb8b460b903dc28f16e88cdd5ff880bc30383e0d74a6bb04451ab81e5278c2d"


CHANGED: list[dict[str, Any]] = [
    {"at": NOON + timedelta(microseconds=1)},
    {"actor_id": "usr_eve"},
    {"actor_role": "admin"},
    {"action": "signed_out"},
    {"object_kind": "order"},
    {"object_id": "acc_eve"},
    {"facts": {"session": "ses_1", "count": 2}},
    {"facts": {"session": "ses_1"}},
    {"hash": "f" * 64},
]


@pytest.mark.parametrize("change", CHANGED, ids=lambda change: next(iter(change)))
def test_an_edited_entry_is_found(change: dict[str, Any]) -> None:
    trail = a_trail(4)
    trail[1] = attrs.evolve(trail[1], **change)
    assert judged(trail).bad_number == 2
    assert judged(trail).fault is Fault.CONTENT


def test_an_edited_entry_with_its_hash_made_anew_is_found_at_the_next() -> None:
    trail = a_trail(4)
    forged = attrs.evolve(trail[1], actor_id="usr_eve")
    trail[1] = attrs.evolve(forged, hash=forged.computed_hash())
    assert (judged(trail).bad_number, judged(trail).fault) == (3, Fault.LINK)


def test_a_removed_entry_is_found() -> None:
    trail = a_trail(4)
    assert (judged(trail[:1] + trail[2:]).bad_number, judged(trail[1:]).bad_number) == (2, 1)


def test_entries_that_changed_places_are_found() -> None:
    first, second, third = a_trail(3)
    moved = [first, attrs.evolve(third, number=2), attrs.evolve(second, number=3)]
    assert judged([first, third, second]).bad_number == 2
    assert (judged(moved).bad_number, judged(moved).fault) == (2, Fault.LINK)


def test_a_cut_tail_is_found_only_by_a_head_that_was_kept() -> None:
    trail = a_trail(4)
    stored = Head(4, trail[-1].hash)
    assert judged(trail[:3]).fault is None
    assert (judged(trail[:3], stored).bad_number, judged(trail[:3], stored).fault) == (4, Fault.CUT)
    assert judged(trail, stored).fault is None


def test_a_tail_written_anew_is_found_by_a_head_that_was_kept() -> None:
    trail = a_trail(4)
    stored = Head(4, trail[-1].hash)
    forged = [*trail[:3], link(an_audit_event(by=SYSTEM), trail[2])]
    assert (judged(forged, stored).bad_number, judged(forged, stored).fault) == (4, Fault.HEAD)


def test_a_time_is_the_same_instant_in_every_zone() -> None:
    there = NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))
    assert link(an_audit_event(at=there), None).hash == link(an_audit_event(), None).hash


@given(
    st.dictionaries(
        st.from_regex(r"\A[a-z][a-z0-9_]{0,31}\Z"),
        st.none()
        | st.booleans()
        | st.integers(-(2**53) + 1, 2**53 - 1)
        | st.from_regex(r"\A[A-Za-z0-9_.:-]{0,64}\Z"),
        max_size=12,
    ),
    st.datetimes(timezones=st.just(NOON.tzinfo)),
)
def test_every_deed_that_is_let_in_makes_a_whole_chain(facts: dict[str, Any], at: datetime) -> None:
    first = link(an_audit_event(facts=facts, at=at), None)
    assert judged([first, link(an_audit_event(), first)]).fault is None


@pytest.mark.parametrize("personal", ["ann@example.com", "Ann Lee", "Jörg", "+1 212", "x" * 65])
def test_nothing_personal_is_let_in(personal: str) -> None:
    with pytest.raises(InvalidInput):
        an_audit_event(facts={"told": personal})
    with pytest.raises(InvalidInput):
        an_audit_event(object_id=personal)


@pytest.mark.parametrize("fact", [1.5, 2**53, ["list"], {"nested": 1}])
def test_facts_that_databases_keep_differently_are_refused(fact: Any) -> None:
    with pytest.raises(InvalidInput):
        an_audit_event(facts={"fact": fact})


def test_actors_without_an_account_are_named_by_what_they_are() -> None:
    shown = [
        (entry.actor_id, entry.actor_role)
        for by in (ANONYMOUS, SYSTEM, OPERATOR)
        for entry in [link(an_audit_event(by=by), None)]
    ]
    assert shown == [("visitor", "visitor"), ("system", "system"), ("operator", "system")]
