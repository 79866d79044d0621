"""A check goes on with the agency that it was ordered from, and with no other."""

import attrs

from haulage.kernel.errors import Unavailable
from haulage.screening import Agency, ScreeningCase


@attrs.define
class AnotherAgency(Unavailable):
    """The agency of a check is not the one that is asked here, as in a process that lacks its key."""


def require_same_agency(case: ScreeningCase, agency: Agency) -> None:
    """Before anything is asked, believed or written in an agency's name. Raises ``AnotherAgency``; a check
    that was not ordered yet has none."""
    if case.order is None or case.provider == agency.name:
        return
    words = f"This background check was ordered from {case.provider}, and here {agency.name} is asked."
    raise AnotherAgency("screening", f"{words} It goes on where {case.provider} is set up.")
