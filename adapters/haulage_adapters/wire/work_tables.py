"""Shares, differences, appeals and jobs as rows of a spreadsheet."""

from enum import StrEnum

from haulage.jobs import StoredJob
from haulage.kernel.money import Cents
from haulage.payments.difference import Difference
from haulage.ports.storage.behaviour import StoredDrivingEvent
from haulage.ports.storage.payments import ListedSplit
from haulage_adapters.wire.table_export import CsvTable, dollars_of, time_of


class SplitColumn(StrEnum):
    """What can be exported of a payment's split."""

    ID = "id"
    ORDER = "order"
    PAYMENT = "payment"
    KIND = "kind"
    STATUS = "status"
    CREATED = "created"
    DRIVER = "driver"
    TOTAL = "total"
    TAXES = "taxes"
    FEES = "fees"
    DRIVER_SHARE = "driver_share"
    PLATFORM_SHARE = "platform_share"


SPLIT_TABLE: CsvTable[SplitColumn, ListedSplit] = CsvTable(
    {
        SplitColumn.ID: lambda it: it.split.id,
        SplitColumn.ORDER: lambda it: it.order_number,
        SplitColumn.PAYMENT: lambda it: it.split.payment_id,
        SplitColumn.KIND: lambda it: it.split.kind,
        SplitColumn.STATUS: lambda it: it.split.status,
        SplitColumn.CREATED: lambda it: time_of(it.split.created_at),
        SplitColumn.DRIVER: lambda it: it.driver_name,
        SplitColumn.TOTAL: lambda it: dollars_of(it.split.total_cents),
        SplitColumn.TAXES: lambda it: dollars_of(it.split.taxes_cents),
        SplitColumn.FEES: lambda it: dollars_of(it.split.processing_fee_cents),
        SplitColumn.DRIVER_SHARE: lambda it: dollars_of(it.split.driver_cents),
        SplitColumn.PLATFORM_SHARE: lambda it: dollars_of(it.split.platform_cents),
    }
)


class DifferenceColumn(StrEnum):
    """What can be exported of a difference from the card provider."""

    ID = "id"
    KIND = "kind"
    SUBJECT = "subject"
    OCCURRED = "occurred"
    PAYMENT = "payment"
    REFUND = "refund"
    ORDER = "order"
    THEIR_ID = "their_id"
    OURS = "ours"
    THEIRS = "theirs"
    OUR_STATUS = "our_status"
    THEIR_STATUS = "their_status"
    THEIR_FEE = "their_fee"
    THEIR_NET = "their_net"


def _known(cents: Cents | None) -> str | None:
    return None if cents is None else dollars_of(cents)


DIFFERENCE_TABLE: CsvTable[DifferenceColumn, Difference] = CsvTable(
    {
        DifferenceColumn.ID: lambda it: it.id,
        DifferenceColumn.KIND: lambda it: it.kind,
        DifferenceColumn.SUBJECT: lambda it: it.subject,
        DifferenceColumn.OCCURRED: lambda it: time_of(it.occurred_at),
        DifferenceColumn.PAYMENT: lambda it: it.payment_id,
        DifferenceColumn.REFUND: lambda it: it.refund_id,
        DifferenceColumn.ORDER: lambda it: it.order_id,
        DifferenceColumn.THEIR_ID: lambda it: it.their_id,
        DifferenceColumn.OURS: lambda it: _known(it.our_cents),
        DifferenceColumn.THEIRS: lambda it: _known(it.their_cents),
        DifferenceColumn.OUR_STATUS: lambda it: it.our_status,
        DifferenceColumn.THEIR_STATUS: lambda it: it.their_status,
        DifferenceColumn.THEIR_FEE: lambda it: _known(it.their_fee_cents),
        DifferenceColumn.THEIR_NET: lambda it: _known(it.their_net_cents),
    }
)


class ContestColumn(StrEnum):
    """What can be exported of an appeal; not where it was, nor what was written about it."""

    EVENT = "event"
    DRIVER = "driver"
    TYPE = "type"
    SEVERITY = "severity"
    START = "start"
    STATUS = "status"
    CONTESTED = "contested"
    DECIDED = "decided"


CONTEST_TABLE: CsvTable[ContestColumn, StoredDrivingEvent] = CsvTable(
    {
        ContestColumn.EVENT: lambda it: it.id,
        ContestColumn.DRIVER: lambda it: it.driver_id,
        ContestColumn.TYPE: lambda it: it.event.type,
        ContestColumn.SEVERITY: lambda it: it.event.severity,
        ContestColumn.START: lambda it: time_of(it.event.start),
        ContestColumn.STATUS: lambda it: it.contest.status if it.contest else None,
        ContestColumn.CONTESTED: lambda it: time_of(it.contest.contested_at) if it.contest else None,
        ContestColumn.DECIDED: lambda it: time_of(it.contest.decided_at) if it.contest else None,
    }
)


class JobColumn(StrEnum):
    """What can be exported of a job."""

    ID = "id"
    KIND = "kind"
    SUBJECT = "subject"
    STATE = "state"
    CREATED = "created"
    DUE = "due"
    FINISHED = "finished"
    ATTEMPTS = "attempts"
    LAST_ERROR = "last_error"


JOB_TABLE: CsvTable[JobColumn, StoredJob] = CsvTable(
    {
        JobColumn.ID: lambda it: it.id,
        JobColumn.KIND: lambda it: it.kind,
        JobColumn.SUBJECT: lambda it: it.subject,
        JobColumn.STATE: lambda it: it.state,
        JobColumn.CREATED: lambda it: time_of(it.created_at),
        JobColumn.DUE: lambda it: time_of(it.due_at),
        JobColumn.FINISHED: lambda it: time_of(it.finished_at),
        JobColumn.ATTEMPTS: lambda it: it.attempts,
        JobColumn.LAST_ERROR: lambda it: it.last_error,
    }
)
