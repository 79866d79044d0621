"""Unsafe combinations of settings and state: one table, for ``haulage check`` and for the start.

To add one, write a :class:`Check` into the tuple of its subject's file; what it needs to know beyond the
settings is a field of :class:`Facts`, filled in :mod:`haulage_adapters.startup_checks.gathering`.
"""

from collections.abc import Sequence

import attrs

from haulage.kernel.errors import HaulageError
from haulage_adapters.startup_checks import of_data, of_settings
from haulage_adapters.startup_checks.facts import Facts
from haulage_adapters.startup_checks.finding import Check, Finding, Scope, Severity
from haulage_adapters.startup_checks.gathering import gather

CHECKS: tuple[Check, ...] = (*of_settings.CHECKS, *of_data.CHECKS)


@attrs.define
class UnsafeStart(HaulageError):
    """Real mode would start with unsafe settings; all of them are named at once."""

    code = "unsafe_start"
    findings: Sequence[Finding]

    @property
    def message(self) -> str:
        lines = [f"  {each.code}: {each.sentence} {each.remedy}" for each in self.findings]
        return "\n".join(("The server does not start in real mode with these settings:", *lines))


def findings(facts: Facts) -> list[Finding]:
    """What is unsafe, refusals first."""
    found = [finding for check in CHECKS if (finding := check(facts)) is not None]
    return sorted(found, key=lambda finding: finding.severity is Severity.WARN)


def require_safe(facts: Facts) -> list[Finding]:
    """The warnings. Raises ``UnsafeStart`` where the server must not start."""
    found = findings(facts)
    refusals = [each for each in found if each.severity is Severity.REFUSE]
    if refusals:
        raise UnsafeStart(refusals)
    return found


__all__ = [
    "CHECKS",
    "Check",
    "Facts",
    "Finding",
    "Scope",
    "Severity",
    "UnsafeStart",
    "findings",
    "gather",
    "require_safe",
]
