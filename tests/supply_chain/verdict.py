"""What pip-audit and npm audit found, told so that silence is never taken for good news.

``python verdict.py FOLDER`` reads ``python-advisories.json`` and ``ui-advisories.json`` in the folder.
Exit code 0: every package was looked up and none is known to be vulnerable; 1: one is; 3: the advisory
service did not answer for all of them, and none of those it did answer for is vulnerable.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SAFE, VULNERABLE, UNANSWERED = 0, 1, 3


@dataclass(frozen=True)
class Verdict:
    """*examined* packages were looked up; *unknown* ones were not, because of *silence* if it is told."""

    of: str
    examined: int
    unknown: int
    vulnerable: Sequence[str] = ()
    silence: str | None = None

    @property
    def code(self) -> int:
        if self.vulnerable:
            return VULNERABLE
        return UNANSWERED if self.unknown or self.silence or not self.examined else SAFE

    @property
    def sentence(self) -> str:
        match self.code:
            case 1:
                return (
                    f"{self.of}: {len(self.vulnerable)} known to be vulnerable: {'; '.join(self.vulnerable)}"
                )
            case 3:
                why = f" ({self.silence})" if self.silence else ""
                return (
                    f"{self.of}: the advisory service did not answer{why}: nothing is known of "
                    f"{self.unknown or 'all'} packages; {self.examined} were examined"
                )
            case _:
                return f"{self.of}: none of {self.examined} packages is known to be vulnerable"


def of_pip_audit(report: str) -> Verdict:
    """pip-audit skips what its service does not know and then says that it found nothing."""
    result = _object(report)
    if result is None or "dependencies" not in result:
        return Verdict("Python", 0, 0, silence="no report")
    packages: list[Mapping[str, Any]] = result["dependencies"]
    vulnerable = [
        f"{package['name']} {package['version']}: {vulnerability['id']}"
        for package in packages
        for vulnerability in package.get("vulns", ())
    ]
    unknown = sum("skip_reason" in package for package in packages)
    return Verdict("Python", len(packages) - unknown, unknown, vulnerable)


def of_npm_audit(report: str) -> Verdict:
    """npm writes an object with ``error`` where the registry has no advisories to give."""
    result = _object(report)
    if result is None or "vulnerabilities" not in result:
        silence = (
            "no report" if result is None else str(result.get("message") or "an error without a message")
        )
        return Verdict("Browser application", 0, 0, silence=silence)
    vulnerable = [f"{name}: {found['severity']}" for name, found in sorted(result["vulnerabilities"].items())]
    return Verdict("Browser application", int(result["metadata"]["dependencies"]["total"]), 0, vulnerable)


def _object(report: str) -> Mapping[str, Any] | None:
    try:
        result = json.loads(report)
    except ValueError:
        return None
    return result if isinstance(result, dict) else None


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def forget_reports(folder: Path) -> None:
    """An auditor that gets no answer writes no report, and the one of an earlier run would be read."""
    for report in folder.glob("*-advisories.json"):
        report.unlink()


def main(folder: Path) -> int:
    verdicts = [
        of_pip_audit(_read(folder / "python-advisories.json")),
        of_npm_audit(_read(folder / "ui-advisories.json")),
    ]
    for verdict in verdicts:
        sys.stdout.write(f"{verdict.sentence}\n")
    codes = {verdict.code for verdict in verdicts}
    return next((code for code in (VULNERABLE, UNANSWERED) if code in codes), SAFE)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
