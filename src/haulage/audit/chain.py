"""Reading the trail from its beginning, and telling where it was tampered with.

An edited, removed, added or moved entry breaks the chain at its place. Entries cut off at the end leave
a shorter chain that is whole: only a head that was kept elsewhere tells of them.
"""

from collections.abc import Sequence
from enum import StrEnum

import attrs

from haulage.audit.entry import GENESIS, AuditEntry


class Fault(StrEnum):
    """What is wrong with the first bad entry."""

    NUMBER = "entries before it are missing, or it stands out of its order"
    LINK = "it does not follow the entry before it"
    CONTENT = "it is not what was written"
    HEAD = "it is not the entry that was kept as the head"
    CUT = "the trail ends before the head that was kept"


@attrs.frozen
class Head:
    """The end of a chain, worth keeping where nobody who can write to the database can reach it."""

    number: int = 0
    hash: str = GENESIS


@attrs.define
class Chain:
    """Checks the entries in order, and stops at the first wrong one. *saved_heads* were saved elsewhere."""

    saved_heads: Sequence[Head] = ()
    head: Head = attrs.field(factory=Head)
    fault: Fault | None = None
    bad_number: int | None = None
    _saved_hashes: dict[int, set[str]] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._saved_hashes = {head.number: set() for head in self.saved_heads}
        for head in self.saved_heads:
            self._saved_hashes[head.number].add(head.hash)

    def take(self, entry: AuditEntry) -> bool:
        """Whether the chain is whole up to and with this entry."""
        if self.fault is None:
            self._judge(entry)
        return self.fault is None

    def end(self) -> None:
        """Nothing follows: every kept head must have been met by now."""
        if self.fault is None and any(self.head.number < head.number for head in self.saved_heads):
            self.fault, self.bad_number = Fault.CUT, self.head.number + 1

    def _judge(self, entry: AuditEntry) -> None:
        expected = self.head.number + 1
        if entry.number != expected:
            self.fault, self.bad_number = Fault.NUMBER, min(entry.number, expected)
        elif entry.previous_hash != self.head.hash:
            self.fault, self.bad_number = Fault.LINK, entry.number
        elif entry.computed_hash() != entry.hash:
            self.fault, self.bad_number = Fault.CONTENT, entry.number
        elif self._contradicts_saved_head(entry):
            self.fault, self.bad_number = Fault.HEAD, entry.number
        else:
            self.head = Head(entry.number, entry.hash)

    def _contradicts_saved_head(self, entry: AuditEntry) -> bool:
        return not self._saved_hashes.get(entry.number, set()) <= {entry.hash}
