"""Why a backup could not be taken, or not be restored."""

from typing import ClassVar

import attrs

from haulage.kernel.errors import HaulageError


@attrs.define(eq=False, str=False)
class BackupFailed(HaulageError):
    """Nothing was left behind."""

    code: ClassVar[str] = "backup_failed"
    sentence: str

    @property
    def message(self) -> str:
        return self.sentence


@attrs.define(eq=False, str=False)
class ArchiveDamaged(HaulageError):
    """An archive that is not what was written. *member* is the part at fault."""

    code: ClassVar[str] = "archive_damaged"
    archive: str
    member: str
    reason: str

    @property
    def message(self) -> str:
        return f"{self.archive} cannot be restored: {self.member} {self.reason}."


@attrs.define(eq=False, str=False)
class RestoreRefused(HaulageError):
    """The archive is whole, and must not or cannot be restored here. Nothing was changed."""

    code: ClassVar[str] = "restore_refused"
    sentence: str

    @property
    def message(self) -> str:
        return self.sentence
