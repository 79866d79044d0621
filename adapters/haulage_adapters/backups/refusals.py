"""Why a backup could not be taken, or not be restored."""

import attrs

from haulage.kernel.errors import HaulageError


@attrs.define
class BackupFailed(HaulageError):
    """The backup failed and left nothing behind."""

    code = "backup_failed"
    message: str


@attrs.define
class ArchiveDamaged(HaulageError):
    """The backup archive is damaged. *member* is the part at fault."""

    code = "archive_damaged"
    archive: str
    member: str
    reason: str

    @property
    def message(self) -> str:
        return f"{self.archive} cannot be restored: {self.member} {self.reason}."


@attrs.define
class RestoreRefused(HaulageError):
    """The archive is whole, and must not or cannot be restored here. Nothing was changed."""

    code = "restore_refused"
    message: str
