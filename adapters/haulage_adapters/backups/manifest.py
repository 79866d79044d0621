"""What an archive says of itself: its last member, since only then all the others are known."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import attrs
import cattrs
from cattrs.preconf.json import make_converter

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE_FILE = "database/haulage.sqlite3"
TABLES = "database/tables/"
FILES = "files/"


@attrs.frozen
class Member:
    """A file in the archive. *sha256* is of its bytes, in hexadecimal."""

    name: str
    size: int
    sha256: str


@attrs.frozen
class AuditHead:
    number: int
    hash: str


@attrs.frozen
class LedgerHead:
    """*balances_sha256* is of every account with its sum."""

    transactions: int
    balances_sha256: str


@attrs.frozen
class State:
    """What a database holds, in figures that are the same before and after."""

    revision: str
    counts: Mapping[str, int]
    audit: AuditHead
    ledger: LedgerHead

    def difference(self, found: "State") -> str | None:
        """A sentence about the first figure that *found* has otherwise."""
        for table, count in self.counts.items():
            if found.counts.get(table) != count:
                return f"{table} has {found.counts.get(table)} rows instead of {count}"
        if added := sorted(found.counts.keys() - self.counts.keys()):
            return f"there is a table {added[0]}"
        if found.audit != self.audit:
            return f"the audit trail ends at {found.audit.number} instead of {self.audit.number}"
        if found.ledger != self.ledger:
            return "the balances of the ledger differ"
        return None


@attrs.frozen
class Table:
    """A table's columns, in the order of its members' fields."""

    name: str
    columns: Sequence[str]


@attrs.frozen
class NumberSequence:
    """Where the numbers of a PostgreSQL sequence go on."""

    name: str
    last_value: int
    is_called: bool


@attrs.frozen
class Manifest:
    """*begun_at* is before the view of the database that is kept: everything that was acknowledged until
    then is in it. *files_bucket* is a bucket's address where photos are not in the archive. *key_id* names
    the HAULAGE_SECRET_KEY, which is not in it; None where there was none."""

    version: str
    database: str
    begun_at: datetime
    state: State
    key_id: str | None
    files_bucket: str | None
    tables: Sequence[Table]
    sequences: Sequence[NumberSequence]
    members: Sequence[Member]
    format: int = FORMAT


_converter = make_converter()


def written(manifest: Manifest) -> bytes:
    text: str = _converter.dumps(manifest, indent=1)
    return text.encode()


def read(content: bytes) -> Manifest:
    """Raises ``ValueError`` for what is none, and for one of a newer format."""
    try:
        facts: Any = _converter.loads(content, dict[str, Any])
        if facts.get("format") != FORMAT:
            raise ValueError(f"is of format {facts.get('format')}, and this release reads {FORMAT}")
        return _converter.structure(facts, Manifest)
    except (cattrs.BaseValidationError, UnicodeDecodeError, AttributeError, KeyError, TypeError) as error:
        raise ValueError("is no manifest") from error
