"""Background checks: whose reports are read."""

from collections.abc import Sequence

import msgspec

from haulage.kernel.errors import InvalidInput
from haulage.screening import ScreeningReport
from haulage_adapters import checkr_screening


def read_report(
    report: object, searches: Sequence[object] = (), license_reports: Sequence[object] = ()
) -> ScreeningReport:
    """A report as the provider answers it. Raises ``InvalidInput``, which names the path."""
    try:
        return checkr_screening.read_report(report, searches, license_reports)
    except msgspec.ValidationError as problem:
        what, _, where = str(problem).partition(" - at `$")
        raise InvalidInput(where.strip("`.") or "report", what) from None
