"""A carrier's credential: what a driver may record, who decides it, and when its end is told."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.authority import (
    CREDENTIAL_LIFECYCLE,
    REMINDED_BEFORE,
    CarrierCredential,
    CredentialClaim,
    CredentialExpired,
    CredentialMove,
    CredentialStatus,
    end,
    reject,
    reminder_due,
    require_current,
    verified_among,
    verify,
)
from haulage.authority.credential import MAX_ISSUER, MAX_NOTE, MAX_NUMBER
from haulage.kernel.carrier import COVER_FLOOR_CENTS, CarrierNeed, CredentialKind, VerifiedCredential
from haulage.kernel.errors import IllegalMove, InvalidInput

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
TODAY = NOW.date()
USDOT = CredentialClaim(CredentialKind.USDOT, "1234567")
CERTIFICATE = CredentialClaim(CredentialKind.STATE_CERTIFICATE, "T-39120", "NY")
INSURANCE = CredentialClaim(
    CredentialKind.INSURANCE,
    "POL 77",
    issuer="Empire Mutual",
    cover_cents=COVER_FLOOR_CENTS,
    expires_on=TODAY + timedelta(days=90),
)


def a_credential(claim: CredentialClaim = USDOT, **changes: Any) -> CarrierCredential:
    return attrs.evolve(CarrierCredential("crd_1", "drv_gil", claim, NOW), **changes)


def verified(claim: CredentialClaim) -> VerifiedCredential:
    return a_credential(claim).as_verified


@pytest.mark.parametrize(
    ("claim", "changes", "field"),
    [
        (USDOT, {"number": " "}, "number"),
        (USDOT, {"number": "MC-123456"}, "number"),
        (USDOT, {"number": "0123"}, "number"),
        (USDOT, {"state": "NY"}, "state"),
        (USDOT, {"cover_cents": COVER_FLOOR_CENTS}, "cover_cents"),
        (CERTIFICATE, {"state": None}, "state"),
        (CERTIFICATE, {"state": "ZZ"}, "state"),
        (CERTIFICATE, {"number": "9" * 41}, "number"),
        (INSURANCE, {"issuer": ""}, "issuer"),
        (INSURANCE, {"cover_cents": None}, "cover_cents"),
        (INSURANCE, {"cover_cents": COVER_FLOOR_CENTS - 1}, "cover_cents"),
        (INSURANCE, {"expires_on": None}, "expires_on"),
    ],
)
def test_a_claim_names_the_field_that_is_wrong(
    claim: CredentialClaim, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        attrs.evolve(claim, **changes)
    assert refused.value.field == field


def test_what_is_over_cannot_be_recorded() -> None:
    require_current(attrs.evolve(INSURANCE, expires_on=TODAY), TODAY)
    with pytest.raises(InvalidInput):
        require_current(attrs.evolve(INSURANCE, expires_on=TODAY - timedelta(days=1)), TODAY)


def test_whoever_verifies_says_where_they_looked() -> None:
    with pytest.raises(InvalidInput) as refused:
        verify(a_credential(), by="usr_admin", note=" ", now=NOW, today=TODAY)
    assert refused.value.field == "note"
    done = verify(a_credential(), by="usr_admin", note="SAFER", now=NOW, today=TODAY)
    assert (done.status, done.decided_by, done.note) == (CredentialStatus.VERIFIED, "usr_admin", "SAFER")


def test_what_ended_while_it_waited_is_not_verified() -> None:
    late = a_credential(attrs.evolve(INSURANCE, expires_on=TODAY - timedelta(days=1)))
    with pytest.raises(CredentialExpired):
        verify(late, by="usr_admin", note="Called the insurer", now=NOW, today=TODAY)


def test_a_verified_credential_can_be_revoked_and_not_verified_again() -> None:
    held = a_credential(status=CredentialStatus.VERIFIED)
    revoked = reject(held, by="usr_admin", note="Revoked by FMCSA", now=NOW)
    with pytest.raises(IllegalMove):
        verify(revoked, by="usr_admin", note="SAFER", now=NOW, today=TODAY)


@given(st.lists(st.sampled_from(CredentialMove), max_size=6))
def test_no_credential_counts_that_nobody_verified(moves: list[CredentialMove]) -> None:
    credential, was_verified = a_credential(), False
    for move in moves:
        if not CREDENTIAL_LIFECYCLE.allows(credential.status, move):
            continue
        was_verified = was_verified or move is CredentialMove.VERIFY
        if move is CredentialMove.VERIFY:
            credential = verify(credential, by="a", note="b", now=NOW, today=TODAY)
        else:
            credential = end(credential, move, by="a", now=NOW)
        counts = bool(verified_among([credential]))
        assert counts == (move is CredentialMove.VERIFY)
        assert was_verified or not counts


def test_a_trip_across_state_lines_needs_a_usdot_number_and_insurance() -> None:
    need = CarrierNeed("NY", "NJ")
    assert need.met_by([verified(USDOT), verified(INSURANCE)], TODAY)
    assert not need.met_by([verified(USDOT)], TODAY)
    assert not need.met_by([verified(CERTIFICATE), verified(INSURANCE)], TODAY)


def test_a_trip_within_a_state_needs_that_states_certificate_and_insurance() -> None:
    need, own = CarrierNeed("NY", "NY"), [verified(CERTIFICATE), verified(INSURANCE)]
    assert need.met_by(own, TODAY)
    assert not need.met_by([verified(USDOT), verified(INSURANCE)], TODAY)
    assert not CarrierNeed("NJ", "NJ").met_by(own, TODAY)


def test_insurance_counts_through_its_last_day_and_up_to_its_cover() -> None:
    own, last = [verified(USDOT), verified(INSURANCE)], INSURANCE.expires_on
    assert last is not None
    assert CarrierNeed("NY", "NJ").met_by(own, last)
    assert not CarrierNeed("NY", "NJ").met_by(own, last + timedelta(days=1))
    assert not CarrierNeed("NY", "NJ", COVER_FLOOR_CENTS + 1).met_by(own, TODAY)


@given(st.integers(0, 60), st.sets(st.integers(0, 60)))
def test_each_reminder_comes_once_whichever_days_the_watch_ran(ends_in: int, ran: set[int]) -> None:
    credential = a_credential(
        attrs.evolve(INSURANCE, expires_on=TODAY + timedelta(days=ends_in)),
        status=CredentialStatus.VERIFIED,
    )
    reminders = []
    for day in sorted(ran):
        due = reminder_due(credential, TODAY + timedelta(days=day))
        if due is not None:
            assert ends_in - day <= due
            reminders.append(due)
            credential = attrs.evolve(credential, reminded_days=due)
    assert reminders == sorted(set(reminders), reverse=True)
    assert set(reminders) <= set(REMINDED_BEFORE)
    if ends_in - 1 in ran or ends_in in ran:
        assert reminders[-1] == 1


def test_nobody_is_reminded_of_what_does_not_count() -> None:
    soon = attrs.evolve(INSURANCE, expires_on=TODAY + timedelta(days=1))
    assert reminder_due(a_credential(soon, status=CredentialStatus.VERIFIED), TODAY) == 1
    assert reminder_due(a_credential(soon), TODAY) is None
    assert reminder_due(a_credential(soon, status=CredentialStatus.REPLACED), TODAY) is None
    assert reminder_due(a_credential(USDOT, status=CredentialStatus.VERIFIED), date(2026, 12, 1)) is None


@pytest.mark.parametrize("status", CredentialStatus)
def test_a_credential_lives_until_nothing_more_can_become_of_it(status: CredentialStatus) -> None:
    assert a_credential(status=status).is_live is bool(CREDENTIAL_LIFECYCLE.moves[status])


def test_a_claim_and_a_note_may_have_their_whole_length() -> None:
    number = attrs.evolve(CERTIFICATE, number="9" * MAX_NUMBER)
    assert len(number.number) == MAX_NUMBER
    assert len(attrs.evolve(INSURANCE, issuer="x" * MAX_ISSUER).issuer) == MAX_ISSUER
    with pytest.raises(InvalidInput):
        attrs.evolve(INSURANCE, issuer="x" * (MAX_ISSUER + 1))
    note = "x" * MAX_NOTE
    assert reject(a_credential(), by="usr_admin", note=note, now=NOW).note == note
    with pytest.raises(InvalidInput):
        reject(a_credential(), by="usr_admin", note=note + "x", now=NOW)
