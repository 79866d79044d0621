"""Backups: one archive of the database and the photos, taken while servers work, and restored verified.

It does not hold HAULAGE_SECRET_KEY, which is kept elsewhere, nor the mails in mail.jsonl. A bucket's
files are backed up by its own versioning.
"""

from haulage_adapters.backups.backup import take_backup
from haulage_adapters.backups.manifest import Manifest
from haulage_adapters.backups.refusals import ArchiveDamaged, BackupFailed, RestoreRefused
from haulage_adapters.backups.restore import Restored, restore_backup
from haulage_adapters.backups.signature import Verified

__all__ = [
    "ArchiveDamaged",
    "BackupFailed",
    "Manifest",
    "RestoreRefused",
    "Restored",
    "Verified",
    "restore_backup",
    "take_backup",
]
