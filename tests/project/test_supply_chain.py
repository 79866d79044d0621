"""What `nox -s audit` says of what the advisory services answered, and did not."""

import json
from pathlib import Path
from typing import Any

import pytest

from supply_chain.verdict import (
    SAFE,
    UNANSWERED,
    VULNERABLE,
    forget_reports,
    main,
    of_npm_audit,
    of_pip_audit,
)

CLEAN_PIP = {"dependencies": [{"name": "attrs", "version": "25.4", "vulns": []}]}
SKIPPED_PIP = {"dependencies": [{"name": "attrs", "skip_reason": "Dependency not found on PyPI"}]}
BAD_PIP = {
    "dependencies": [
        {"name": "attrs", "version": "25.4", "vulns": [{"id": "PYSEC-1"}]},
        *SKIPPED_PIP["dependencies"],
    ]
}
CLEAN_NPM = {"vulnerabilities": {}, "metadata": {"dependencies": {"total": 449}}}
BAD_NPM = {"vulnerabilities": {"vite": {"severity": "high"}}, "metadata": {"dependencies": {"total": 449}}}
SILENT_NPM = {"message": "405 Method Not Allowed", "error": {"summary": ""}}


def test_packages_that_were_looked_up_are_counted() -> None:
    assert (
        of_pip_audit(json.dumps(CLEAN_PIP)).sentence == "Python: none of 1 packages is known to be vulnerable"
    )
    assert "449" in of_npm_audit(json.dumps(CLEAN_NPM)).sentence


@pytest.mark.parametrize("report", [json.dumps(SKIPPED_PIP), "", "nonsense", "[]", "{}"])
def test_pip_audits_silence_is_no_good_news(report: str) -> None:
    verdict = of_pip_audit(report)
    assert verdict.code == UNANSWERED
    assert "did not answer" in verdict.sentence


@pytest.mark.parametrize("report", [json.dumps(SILENT_NPM), "", "nonsense", "[]", "{}"])
def test_npms_silence_is_no_good_news(report: str) -> None:
    verdict = of_npm_audit(report)
    assert verdict.code == UNANSWERED
    assert "did not answer" in verdict.sentence


def test_what_is_vulnerable_is_named() -> None:
    assert "attrs 25.4: PYSEC-1" in of_pip_audit(json.dumps(BAD_PIP)).sentence
    assert "vite: high" in of_npm_audit(json.dumps(BAD_NPM)).sentence


@pytest.mark.parametrize(
    ("pip", "npm", "code"),
    [
        (CLEAN_PIP, CLEAN_NPM, SAFE),
        (BAD_PIP, CLEAN_NPM, VULNERABLE),
        (SKIPPED_PIP, BAD_NPM, VULNERABLE),
        (CLEAN_PIP, SILENT_NPM, UNANSWERED),
        (None, CLEAN_NPM, UNANSWERED),
    ],
)
def test_the_worst_of_both_decides(tmp_path: Path, pip: Any, npm: Any, code: int) -> None:
    for name, report in (("python", pip), ("ui", npm)):
        if report is not None:
            (tmp_path / f"{name}-advisories.json").write_text(json.dumps(report))
    assert main(tmp_path) == code


def test_reports_of_an_earlier_run_are_not_read_again(tmp_path: Path) -> None:
    (tmp_path / "python-advisories.json").write_text(json.dumps(CLEAN_PIP))
    (tmp_path / "ui-advisories.json").write_text(json.dumps(CLEAN_NPM))
    assert main(tmp_path) == SAFE
    forget_reports(tmp_path)
    assert main(tmp_path) == UNANSWERED
