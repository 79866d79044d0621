"""The trace of a change to what a driver wrote down for their taxes."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

import attrs


class TaxRecord(StrEnum):
    """What can be changed."""

    EXPENSE = "expense"
    MILEAGE = "mileage"


@attrs.frozen
class TaxRecordChange:
    """How a record was before it was changed or removed: who is asked about a year must be able to say what
    they changed in it, and when (IRS Publication 463 asks for records made at or near the time)."""

    id: str
    driver_id: str
    record: TaxRecord
    record_id: str
    changed_at: datetime
    is_removal: bool
    before: Mapping[str, str | int | bool | None]
