"""Offers to drivers: whose turn it is, for how long, and what becomes of them (OP-25)."""

from datetime import datetime, timedelta

import attrs
import pytest

from builders import NOON
from haulage.dispatch import (
    STANDARD_OFFER_TERMS,
    JobOffer,
    OfferedToAnother,
    OfferKind,
    OfferOver,
    OfferState,
    OfferTerms,
    Search,
    accepted,
    declined,
    refused_call,
    require_not_declined,
    require_turn,
    timed_out,
    withdrawn,
)
from haulage.kernel.errors import IllegalMove, InvalidInput

TERMS = OfferTerms(turns=2)
HALF_A_MINUTE = timedelta(seconds=30)


def a_turn(driver_id: str = "drv_1", search: Search | None = None) -> JobOffer:
    return (search or Search("ord_1", 1)).turn_of(f"off_{driver_id}", driver_id, NOON, TERMS)


def test_a_driver_in_turn_has_half_a_minute() -> None:
    assert a_turn().expires_at == NOON + HALF_A_MINUTE


def test_a_call_to_everyone_has_no_end() -> None:
    call = Search("ord_1", 1).call("off_1", NOON)
    assert (call.kind, call.driver_id, call.expires_at) == (OfferKind.EVERYONE, None, None)


def test_so_many_are_asked_alone_and_then_everyone() -> None:
    search = Search.going_on("ord_1", [])
    assert search.asks_another(TERMS)
    first = timed_out(a_turn("drv_1", search), NOON)
    second = declined(a_turn("drv_2", search), NOON)
    assert Search.going_on("ord_1", [first]).asks_another(TERMS)
    assert not Search.going_on("ord_1", [first, second]).asks_another(TERMS)
    assert not search.asks_another(OfferTerms(turns=0))


def test_a_new_search_has_all_its_turns_again_and_asks_nobody_twice() -> None:
    answered = [declined(a_turn("drv_1"), NOON), accepted(a_turn("drv_2"), "drv_2", NOON)]
    anew = Search.anew("ord_1", answered)
    assert (anew.number, anew.asks_another(TERMS), anew.asked_drivers) == (2, True, {"drv_1", "drv_2"})


def test_whoever_took_a_call_counts_as_asked() -> None:
    call = Search("ord_1", 1).call("off_1", NOON)
    assert Search.anew("ord_1", [accepted(call, "drv_7", NOON)]).asked_drivers == {"drv_7"}


def test_while_it_is_somebodys_turn_nobody_else_takes_the_order() -> None:
    turn = a_turn("drv_1")
    require_turn(turn, "drv_1")
    with pytest.raises(OfferedToAnother, match=r"^This order is being offered to another driver first\."):
        require_turn(turn, "drv_2")
    for free in (None, timed_out(turn, NOON), Search("ord_1", 1).call("off_2", NOON)):
        require_turn(free, "drv_2")


@pytest.mark.parametrize(
    ("end", "state"),
    [
        (declined, OfferState.DECLINED),
        (timed_out, OfferState.TIMED_OUT),
        (withdrawn, OfferState.WITHDRAWN),
    ],
)
def test_an_offer_ends_once(end: object, state: OfferState) -> None:
    assert callable(end)
    over = end(a_turn(), NOON)
    assert (over.state, over.answered_at) == (state, NOON)
    for again in (declined, timed_out, withdrawn):
        with pytest.raises(IllegalMove):
            again(over, NOON)


def test_one_drivers_no_leaves_a_call_open_to_others() -> None:
    call = Search("ord_1", 3).call("off_1", NOON)
    no = refused_call(call, "off_2", 2, "drv_1", NOON)
    assert (no.id, no.driver_id, no.search, no.state) == ("off_2", "drv_1", 3, OfferState.DECLINED)
    assert call.is_open


def test_whoever_said_no_cannot_take_the_order_and_everybody_else_can() -> None:
    history = [declined(a_turn("drv_1"), NOON), timed_out(a_turn("drv_2"), NOON)]
    with pytest.raises(OfferOver):
        require_not_declined(history, "drv_1")
    for other in ("drv_2", "drv_3"):
        require_not_declined(history, other)


def in_hours(hours: float) -> datetime:
    return NOON + timedelta(hours=hours)


@pytest.mark.parametrize(
    ("scheduled", "due"),
    [
        (None, NOON + HALF_A_MINUTE),
        (in_hours(24), in_hours(0.5)),
        (in_hours(1.25), in_hours(0.25)),
        (in_hours(0.5), NOON + HALF_A_MINUTE),
    ],
)
def test_for_an_appointment_there_is_longer_to_answer(scheduled: datetime | None, due: datetime) -> None:
    assert STANDARD_OFFER_TERMS.answer_due(NOON, scheduled) == due


@pytest.mark.parametrize(
    "figures",
    [
        {"answer_within": timedelta(0)},
        {"appointment_answer": timedelta(0)},
        {"turns": -1},
        {"range_miles": 0},
    ],
    ids=str,
)
def test_terms_that_offer_nothing_are_refused(figures: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        OfferTerms(**figures)  # type: ignore[arg-type]


def test_terms_may_ask_nobody_alone_and_offer_within_a_mile() -> None:
    least = OfferTerms(answer_within=timedelta(seconds=1), turns=0, range_miles=1)
    assert (least.turns, least.range_miles) == (0, 1)


@pytest.mark.parametrize("kind", OfferKind)
def test_the_driver_who_was_chosen_or_assigned_has_the_order_until_they_say_no(kind: OfferKind) -> None:
    offer = attrs.evolve(a_turn(), kind=kind)
    assert offer.holds_order is (kind in {OfferKind.CHOSEN, OfferKind.ASSIGNED})
