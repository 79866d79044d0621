"""What is left of the transfers that came to a driver: their shares, what was sent again of them, and what
payouts gave back of what they had taken."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, case, func, select

from haulage.kernel.money import Cents
from haulage.ledger import SplitStatus
from haulage.payouts import TakenBack
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    borrowed_parts,
    payment_splits,
    payout_given_back,
    payout_take_backs,
    payouts,
    returned_shares,
    transfer_reversals,
)

_SPLIT, _AGAIN, _GIVEN = payment_splits.c, returned_shares.c, payout_given_back.c
_Left = tuple[datetime, TakenBack]


async def transfers_left(session: Session, driver_id: str, limit: int) -> Sequence[TakenBack]:
    """Newest first, and of nothing more than *limit*."""
    found = [
        *await _of_shares(session, driver_id, limit),
        *await _of_shares_sent_again(session, driver_id, limit),
        *await _given_back(session, driver_id, limit),
    ]
    found.sort(key=lambda each: (each[0], each[1].transfer_id), reverse=True)
    return [part for _, part in found[:limit]]


async def _of_shares(session: Session, driver_id: str, limit: int) -> list[_Left]:
    left = _SPLIT.submitted_cents - _reversed() - _taken(_SPLIT.driver_transfer_id)
    rows = await session.rows(
        select(_SPLIT.driver_transfer_id, left.label("left"), _SPLIT.completed_at)
        .where(
            _SPLIT.driver_id == driver_id,
            _SPLIT.status == SplitStatus.COMPLETED,
            _SPLIT.driver_transfer_id.is_not(None),
            left > 0,
        )
        .order_by(_SPLIT.completed_at.desc(), _SPLIT.id)
        .limit(limit)
    )
    return [(row["completed_at"], TakenBack(row["driver_transfer_id"], int(row["left"]))) for row in rows]


async def _of_shares_sent_again(session: Session, driver_id: str, limit: int) -> list[_Left]:
    """A reversal is of a share, whichever transfers brought it: what is reversed beyond the first transfer
    was taken of those that came after it, the oldest first, as transfers are reversed."""
    first = _SPLIT.submitted_cents - _taken(_SPLIT.driver_transfer_id)
    rows = await session.rows(
        select(
            _AGAIN.split_id,
            _AGAIN.transfer_id,
            _AGAIN.sent_at,
            (_AGAIN.amount_cents - _taken(_AGAIN.transfer_id)).label("left"),
            (_reversed() - first).label("beyond"),
        )
        .join(payment_splits, _SPLIT.id == _AGAIN.split_id)
        .where(_SPLIT.driver_id == driver_id, _AGAIN.transfer_id.is_not(None))
        .order_by(_AGAIN.sent_at.desc(), _AGAIN.id)
        .limit(limit)
    )
    beyond: dict[str, Cents] = defaultdict(int)
    beyond |= {row["split_id"]: max(0, int(row["beyond"])) for row in rows}
    found = []
    for row in reversed(rows):
        left = int(row["left"])
        back = min(left, beyond[row["split_id"]])
        beyond[row["split_id"]] -= back
        if left > back:
            found.append((row["sent_at"], TakenBack(row["transfer_id"], left - back)))
    return found


async def _given_back(session: Session, driver_id: str, limit: int) -> list[_Left]:
    left = _GIVEN.amount_cents - _taken(_GIVEN.transfer_id)
    rows = await session.rows(
        select(_GIVEN.transfer_id, left.label("left"), _GIVEN.given_at)
        .join(payouts, payouts.c.id == _GIVEN.payout_id)
        .where(payouts.c.driver_id == driver_id, left > 0)
        .order_by(_GIVEN.given_at.desc(), _GIVEN.transfer_id)
        .limit(limit)
    )
    return [(row["given_at"], TakenBack(row["transfer_id"], int(row["left"]))) for row in rows]


def _reversed() -> ColumnElement[Any]:
    """What was taken back of a share's own transfers, or is to be; what the driver owes instead is not."""
    row = transfer_reversals.c
    is_owed = row.owed_at.is_not(None) & row.done_at.is_(None)
    borrowed = (
        select(func.coalesce(func.sum(borrowed_parts.c.amount_cents), 0))
        .where(borrowed_parts.c.reversal_id == row.id)
        .correlate(transfer_reversals)
        .scalar_subquery()
    )
    cents = case((is_owed, row.taken_cents), else_=row.amount_cents) - borrowed
    return (
        select(func.coalesce(func.sum(cents), 0))
        .where(row.split_id == _SPLIT.id)
        .correlate(payment_splits)
        .scalar_subquery()
    )


def _taken(transfer_id: Column[Any]) -> ColumnElement[Any]:
    """What payouts have taken of a transfer, and reversals of other shares."""
    by_payouts = (
        select(func.coalesce(func.sum(payout_take_backs.c.amount_cents), 0))
        .where(payout_take_backs.c.transfer_id == transfer_id)
        .scalar_subquery()
    )
    by_reversals = (
        select(func.coalesce(func.sum(borrowed_parts.c.amount_cents), 0))
        .where(borrowed_parts.c.transfer_id == transfer_id)
        .scalar_subquery()
    )
    return by_payouts + by_reversals
