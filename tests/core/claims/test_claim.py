"""Which problems can be reported, until when, and what becomes of a claim."""

from datetime import datetime, timedelta

import attrs
import pytest

from builders import NOON
from haulage.claims import (
    CLAIM_LIFECYCLE,
    CLAIMABLE_WITHIN,
    MAX_ACCOUNT_LENGTH,
    MAX_REASON_LENGTH,
    UNDECIDED,
    AlreadyClaimed,
    Claim,
    ClaimDraft,
    ClaimKind,
    ClaimParty,
    ClaimState,
    ClaimStatement,
    ClaimSubject,
    NothingToClaim,
    TooLateToClaim,
    TooManyClaims,
    TooManyStatements,
    make_statement,
    open_claim,
    read_by,
)
from haulage.claims.claim import (
    MAX_ITEM_LENGTH,
    MOST_CLAIMS_PER_ORDER,
    ClaimChanged,
    answer,
    claim_to_show,
    decline,
    refund,
    request_information,
    require_read,
    withdraw,
)
from haulage.claims.statement import MOST_STATEMENTS
from haulage.kernel.errors import IllegalMove, InvalidInput
from haulage.kernel.money import MAX_CENTS

SUBJECT = ClaimSubject("ord_1", "usr_1", "drv_1", NOON)
DAMAGED = ClaimDraft(ClaimKind.DAMAGE, "A leg is broken.", 10_00, " The sofa ")
A_MOMENT = timedelta(microseconds=1)


def a_claim(state: ClaimState = ClaimState.OPEN, kind: ClaimKind = ClaimKind.DAMAGE, cents: int = 1) -> Claim:
    made = open_claim("clm_1", SUBJECT, ClaimDraft(kind, "Broken.", cents), [], NOON)
    return attrs.evolve(made, state=state)


@pytest.mark.parametrize("kind", ClaimKind)
def test_the_time_is_over_after_its_last_moment(kind: ClaimKind) -> None:
    end = NOON + CLAIMABLE_WITHIN[kind]
    draft = ClaimDraft(kind, " Nobody came. ")
    assert open_claim("clm_1", SUBJECT, draft, [], end).account == "Nobody came."
    with pytest.raises(TooLateToClaim):
        open_claim("clm_1", SUBJECT, draft, [], end + A_MOMENT)


def test_what_did_not_arrive_is_told_within_a_day_and_the_rest_within_a_week() -> None:
    assert str(TooLateToClaim(CLAIMABLE_WITHIN[ClaimKind.NOT_DELIVERED])).startswith(
        "This can be reported within 24 hours"
    )
    assert str(TooLateToClaim(CLAIMABLE_WITHIN[ClaimKind.DAMAGE])).startswith(
        "This can be reported within 7 days"
    )


@pytest.mark.parametrize(("driver_id", "ended_at"), [("drv_1", None), (None, NOON)])
def test_without_an_end_or_a_driver_there_is_nothing_to_report(
    driver_id: str | None, ended_at: datetime | None
) -> None:
    with pytest.raises(NothingToClaim):
        open_claim("clm_1", ClaimSubject("ord_1", "usr_1", driver_id, ended_at), DAMAGED, [], NOON)


@pytest.mark.parametrize("account", ["", " ", "x" * (MAX_ACCOUNT_LENGTH + 1)])
def test_it_needs_words_and_not_too_many(account: str) -> None:
    assert open_claim("clm_1", SUBJECT, ClaimDraft(ClaimKind.LATE, "x" * MAX_ACCOUNT_LENGTH), [], NOON)
    with pytest.raises(InvalidInput, match="account"):
        open_claim("clm_1", SUBJECT, ClaimDraft(ClaimKind.LATE, account), [], NOON)


def test_amounts_and_items_have_bounds() -> None:
    assert open_claim("clm_1", SUBJECT, DAMAGED, [], NOON).item == "The sofa"
    assert ClaimDraft(ClaimKind.LATE, "x", MAX_CENTS, "x" * MAX_ITEM_LENGTH)
    for cents in (-1, MAX_CENTS + 1):
        with pytest.raises(InvalidInput, match="requested_cents"):
            ClaimDraft(ClaimKind.LATE, "x", cents)
    with pytest.raises(InvalidInput, match="item"):
        ClaimDraft(ClaimKind.LATE, "x", 0, "x" * (MAX_ITEM_LENGTH + 1))


@pytest.mark.parametrize("state", ClaimState)
def test_a_kind_is_reported_once_unless_it_was_withdrawn(state: ClaimState) -> None:
    known = [a_claim(state)]
    assert open_claim("clm_2", SUBJECT, ClaimDraft(ClaimKind.LATE, "Late."), known, NOON)
    if state is ClaimState.WITHDRAWN:
        assert open_claim("clm_2", SUBJECT, DAMAGED, known, NOON)
    else:
        with pytest.raises(AlreadyClaimed):
            open_claim("clm_2", SUBJECT, DAMAGED, known, NOON)


def test_nobody_opens_and_withdraws_for_ever() -> None:
    withdrawn = [a_claim(ClaimState.WITHDRAWN)] * MOST_CLAIMS_PER_ORDER
    assert open_claim("clm_2", SUBJECT, DAMAGED, withdrawn[1:], NOON)
    with pytest.raises(TooManyClaims):
        open_claim("clm_2", SUBJECT, DAMAGED, withdrawn, NOON)


@pytest.mark.parametrize("state", ClaimState)
def test_a_share_is_held_while_money_is_asked_back_and_nothing_is_decided(state: ClaimState) -> None:
    undecided = state in UNDECIDED
    assert a_claim(state).holds_share is undecided
    assert a_claim(state, ClaimKind.NOT_DELIVERED, 0).holds_share is undecided
    assert not a_claim(state, ClaimKind.LATE, 0).holds_share


def test_a_question_waits_for_its_answer() -> None:
    asked = request_information(a_claim())
    assert asked.state is ClaimState.INFORMATION_REQUESTED
    with pytest.raises(IllegalMove):
        request_information(asked)
    answered = answer(asked)
    assert request_information(answered).state is ClaimState.INFORMATION_REQUESTED
    with pytest.raises(IllegalMove):
        answer(answered)


@pytest.mark.parametrize("state", sorted(UNDECIDED))
def test_it_is_closed_once_and_with_a_reason(state: ClaimState) -> None:
    claim, reason = a_claim(state), "x" * MAX_REASON_LENGTH
    refunded = refund(claim, 5_00, "rfd_1", f" {reason} "[:MAX_REASON_LENGTH], by="usr_2", now=NOON)
    assert (refunded.state, refunded.refunded_cents, refunded.refund_id) == (
        ClaimState.REFUNDED,
        5_00,
        "rfd_1",
    )
    declined = decline(claim, reason, by="usr_2", now=NOON)
    withdrawn = withdraw(claim, by="usr_1", now=NOON)
    assert (declined.decision_reason, withdrawn.decision_reason) == (reason, None)
    for closed in (refunded, declined, withdrawn):
        assert (CLAIM_LIFECYCLE.is_final(closed.state), closed.closed_at) == (True, NOON)
        with pytest.raises(IllegalMove):
            decline(closed, reason, by="usr_2", now=NOON)
        with pytest.raises(IllegalMove):
            withdraw(closed, by="usr_1", now=NOON)
    for wrong in (" ", reason + "x"):
        with pytest.raises(InvalidInput, match="reason"):
            decline(claim, wrong, by="usr_2", now=NOON)


def test_each_side_reads_its_own_words_and_administrators_all() -> None:
    said = [ClaimStatement(f"cst_{party}", "clm_1", party, "Words.", NOON) for party in ClaimParty]
    assert [each.party for each in read_by(ClaimParty.CUSTOMER, said)] == [
        ClaimParty.CUSTOMER,
        ClaimParty.ADMIN,
    ]
    assert [each.party for each in read_by(ClaimParty.DRIVER, said)] == [
        ClaimParty.DRIVER,
        ClaimParty.ADMIN_TO_DRIVER,
    ]
    assert read_by(ClaimParty.ADMIN, said) == said


def test_what_is_said_ends_somewhere() -> None:
    known: list[ClaimStatement] = []
    for number in range(MOST_STATEMENTS):
        known.append(make_statement(f"cst_{number}", "clm_1", ClaimParty.DRIVER, " Words. ", known, NOON))
    assert known[0].text == "Words."
    with pytest.raises(TooManyStatements):
        make_statement("cst_x", "clm_1", ClaimParty.DRIVER, "Words.", known, NOON)


def test_every_question_can_be_asked_and_answered_however_much_the_driver_says() -> None:
    known = [
        make_statement(f"cst_{number}", "clm_1", ClaimParty.DRIVER, "Words.", [], NOON)
        for number in range(MOST_STATEMENTS)
    ]
    for number in range(MOST_STATEMENTS):
        for party in (ClaimParty.ADMIN, ClaimParty.CUSTOMER):
            known.append(make_statement(f"cst_{party}_{number}", "clm_1", party, "Words.", known, NOON))


def of_state(id: str, state: ClaimState) -> Claim:
    return attrs.evolve(a_claim(state), id=id)


def test_an_order_shows_its_latest_claim_that_is_undecided_or_else_decided() -> None:
    decided, waits = of_state("clm_1", ClaimState.DECLINED), of_state("clm_2", ClaimState.OPEN)
    withdrawn = of_state("clm_3", ClaimState.WITHDRAWN)
    assert claim_to_show([]) is claim_to_show([withdrawn]) is None
    assert claim_to_show([decided, withdrawn]) is decided
    assert claim_to_show([waits, decided, withdrawn]) is waits
    refunded, newer = of_state("clm_4", ClaimState.REFUNDED), of_state("clm_5", ClaimState.OPEN)
    assert claim_to_show([decided, refunded]) is refunded
    assert claim_to_show([waits, newer]) is newer


def test_whoever_names_the_version_that_they_read_is_told_of_a_newer_one() -> None:
    changed = attrs.evolve(a_claim(), version=2)
    require_read(changed, None)
    require_read(changed, 2)
    with pytest.raises(ClaimChanged):
        require_read(changed, 1)
