"""Erase the contents of proofs, on account deletion and after a year; the hash chain stays whole."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import attrs

from haulage.jobs import Job, JobKind
from haulage.ports.files.files import FileStore
from haulage.ports.storage.proofs import StoredProof, photo_file
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

PROOFS_RETENTION = timedelta(days=365)
"""Ours: longer than a card's holder has to dispute a charge."""

PHOTOS_RETENTION = timedelta(days=8)
"""Ours: a day longer than a device may still send the proof that a picture was taken for."""


async def erase_proofs(unit: UnitOfWork, proofs: Iterable[StoredProof], now: datetime) -> int:
    """Their content goes now, and their photos' bytes as soon as a job has removed them."""
    count = 0
    for proof in proofs:
        await unit.proofs.erase(proof, now)
        await unit.proofs.forget_pin(proof.order_id)
        if proof.photo_id is not None:
            await unit.jobs.enqueue(Job(JobKind.REMOVE_PHOTO, proof.photo_id), now)
        count += 1
    return count


async def forget_proofs(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """Those that were received before then; how many there were."""
    return await erase_proofs(unit, await unit.proofs.taken_before(before, limit), before + PROOFS_RETENTION)


async def forget_unused_photos(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """Pictures that no proof was made with."""
    unused = await unit.proofs.unused_photos(before, limit)
    for photo in unused:
        await unit.jobs.enqueue(Job(JobKind.REMOVE_PHOTO, photo.id), before + PHOTOS_RETENTION)
        await unit.proofs.forget_photo(photo.id)
    return len(unused)


@attrs.frozen
class RemovePhoto:
    """Removes a photo from the file storage and the database.

    The bytes first, and then what was known of them.
    """

    storage: Storage
    files: FileStore

    async def __call__(self, photo_id: str) -> None:
        """May raise ``Unavailable``."""
        await self.files.remove(photo_file(photo_id))
        await self.storage.write(lambda unit: unit.proofs.forget_photo(photo_id))
