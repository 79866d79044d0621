"""Checks of what lies on the disk and in the database."""

from datetime import timedelta

from haulage_adapters.startup_checks.facts import Facts
from haulage_adapters.startup_checks.finding import Check, Scope, Severity

OLDEST_BACKUP = timedelta(days=1)
"""Ours: more than a day's orders are not to be lost with a disk."""

PROXY_REMEMBERED = timedelta(days=30)


def _file_modes(facts: Facts) -> str | None:
    if not facts.open_paths:
        return None
    names = ", ".join(str(path) for path in facts.open_paths)
    return f"Other users of this machine can read {names}."


def _backup(facts: Facts) -> str | None:
    if facts.last_backup is None:
        return "No backup is recorded."
    if facts.now - facts.last_backup <= OLDEST_BACKUP:
        return None
    return f"The last backup is of {facts.last_backup.isoformat(timespec='minutes')}, more than a day ago."


def _undeclared_proxy(facts: Facts) -> str | None:
    if facts.settings.trusted_proxies or facts.proxy_seen is None:
        return None
    if facts.now - facts.proxy_seen > PROXY_REMEMBERED:
        return None
    return (
        "Requests came through a reverse proxy (X-Forwarded-For), but HAULAGE_TRUSTED_PROXIES is 0: all "
        "callers count as one network address and share its rate limits."
    )


def _administrators(facts: Facts) -> str | None:
    count = 0 if facts.stored is None else facts.stored.administrators_without_second_factor
    if not count:
        return None
    who = "1 administrator has" if count == 1 else f"{count} administrators have"
    return f"{who} no second factor: a password alone opens every account's data."


def _sales_tax(facts: Facts) -> str | None:
    if facts.stored is None or facts.stored.confirmed_tax_rows:
        return None
    return "No rate of sales tax is confirmed, so no price is given."


def _authority(facts: Facts) -> str | None:
    if facts.stored is None or facts.stored.confirmed_authority_rows:
        return None
    return (
        "No lane of the authority table is confirmed: the rules that haulage ships with decide who may carry."
    )


def _paused(facts: Facts) -> str | None:
    pause = None if facts.stored is None else facts.stored.jobs_pause
    if pause is None:
        return None
    since = pause.since.isoformat(timespec="minutes")
    return f"Jobs are paused since {since}: no job is done, no mail is sent and no money moves."


CHECKS = (
    Check(
        "file_modes",
        "other users of the machine can read the data folder, the database or the mails",
        Severity.REFUSE,
        Scope.PUBLIC,
        _file_modes,
        "Make them belong to the user who runs haulage, with modes 0700 for folders and 0600 for files.",
    ),
    Check(
        "backup",
        "no backup is recorded, or the last is more than a day old",
        Severity.WARN,
        Scope.PRODUCTION,
        _backup,
        "Take a backup every day, and keep it on another machine.",
    ),
    Check(
        "jobs_paused",
        "jobs are paused, as after a restore; in every mode",
        Severity.WARN,
        Scope.ALWAYS,
        _paused,
        "When no other server works on a copy of this database, run: haulage jobs resume.",
    ),
    Check(
        "undeclared_proxy",
        "a request came through a reverse proxy and HAULAGE_TRUSTED_PROXIES is 0; in every mode",
        Severity.WARN,
        Scope.ALWAYS,
        _undeclared_proxy,
        "Set HAULAGE_TRUSTED_PROXIES to the number of reverse proxies before the server.",
    ),
    Check(
        "administrators_without_second_factor",
        "an administrator has neither an authenticator app nor a passkey",
        Severity.WARN,
        Scope.PRODUCTION,
        _administrators,
        "Have each of them sign in and add an authenticator app or a passkey on the account page.",
    ),
    Check(
        "sales_tax_unconfirmed",
        "no rate of sales tax is confirmed",
        Severity.WARN,
        Scope.PRODUCTION,
        _sales_tax,
        "Run: haulage sales-tax proposals, then haulage sales-tax import.",
    ),
    Check(
        "authority_unconfirmed",
        "no lane of the authority table is confirmed",
        Severity.WARN,
        Scope.PRODUCTION,
        _authority,
        "Have them examined for your states, and run: haulage authority set.",
    ),
)
