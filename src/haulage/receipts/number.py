"""The number of a receipt (PAY-26, OP-101)."""

from datetime import date

from haulage.kernel.errors import InvalidInput

PREFIX = "MN"
SEQUENCE_DIGITS = 4


def receipt_number(day: date, sequence: int) -> str:
    """``MN202611210007`` for the seventh receipt of a day; after 9999 the sequence grows a digit.

    *day* is the platform's date at issue, *sequence* counts from 1 on each day.
    """
    if sequence < 1:
        raise InvalidInput("sequence", "must be at least 1")
    return f"{PREFIX}{day:%Y%m%d}{sequence:0{SEQUENCE_DIGITS}d}"
