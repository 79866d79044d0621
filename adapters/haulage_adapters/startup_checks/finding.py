"""What a start-up check is, and what it finds."""

from collections.abc import Callable
from enum import StrEnum

import attrs

from haulage_adapters.startup_checks.facts import Facts


class Severity(StrEnum):
    """Whether the server starts all the same."""

    REFUSE = "refuse"
    WARN = "warn"


class Scope(StrEnum):
    """Where a check counts."""

    PRODUCTION = "production"
    """In real mode only."""
    PUBLIC = "public"
    """In real mode, and as a warning wherever other machines reach the server; not in the demonstration."""
    ALWAYS = "always"


@attrs.frozen
class Finding:
    """One unsafe combination. *code* is stable: programs may rely on it."""

    code: str
    severity: Severity
    sentence: str
    remedy: str


@attrs.frozen
class Check:
    """One rule. *what* says in general what is found. *problem* answers with a sentence where something is
    wrong, else with None.

    ``problem`` must not fail: what could not be read is None in the facts, and then nothing is found.
    """

    code: str
    what: str
    severity: Severity
    scope: Scope
    problem: Callable[[Facts], str | None]
    remedy: str

    def __call__(self, facts: Facts) -> Finding | None:
        severity = self._severity_for(facts)
        sentence = None if severity is None else self.problem(facts)
        if severity is None or sentence is None:
            return None
        return Finding(self.code, severity, sentence, self.remedy)

    def _severity_for(self, facts: Facts) -> Severity | None:
        """None where the check does not count."""
        if facts.production or self.scope is Scope.ALWAYS:
            return self.severity
        if self.scope is Scope.PUBLIC and facts.public and not facts.settings.demo:
            return Severity.WARN
        return None
