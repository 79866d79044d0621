"""The figures by which a restored database is held against the one that was backed up."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from haulage.audit import Head
from haulage_adapters.backups.manifest import AuditHead, LedgerHead, State

Ask: TypeAlias = Callable[[str], Sequence[Sequence[Any]]]
"""Runs a statement, in one view of the database."""

VERSIONS = "alembic_version"


def state_of(ask: Ask, tables: Iterable[str]) -> State:
    """Of a database that has ever been upgraded; *tables* are counted. Their names are the database's own:
    those of an archive would be whatever somebody wrote there."""
    ((revision,),) = ask(f"SELECT version_num FROM {VERSIONS}")  # noqa: S608 - our own word
    counts = {name: int(ask(f'SELECT count(*) FROM "{name}"')[0][0]) for name in sorted(tables)}  # noqa: S608
    return State(revision, counts, _audit(ask, counts), _ledger(ask, counts))


def _audit(ask: Ask, counts: dict[str, int]) -> AuditHead:
    if "audit_entries" in counts:
        for number, digest in ask("SELECT number, hash FROM audit_entries ORDER BY number DESC LIMIT 1"):
            return AuditHead(int(number), digest)
    return AuditHead(Head().number, Head().hash)


def _ledger(ask: Ask, counts: dict[str, int]) -> LedgerHead:
    sums: Sequence[Sequence[Any]] = ()
    if "ledger_entries" in counts:
        sums = ask("SELECT account, sum(amount_cents) FROM ledger_entries GROUP BY account")
    lines = "".join(sorted(f"{account}={int(cents)}\n" for account, cents in sums))
    return LedgerHead(counts.get("ledger_transactions", 0), hashlib.sha256(lines.encode()).hexdigest())
