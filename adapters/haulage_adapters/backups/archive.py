"""Writing and reading archives: a tar file in gzip, with a manifest and its signature at the end.

Written beside its place under another name, brought to the disk, and put in place in one step. Read as a
stream, so that it takes no more memory than one piece of it, besides some 200 bytes for each member.
"""

import gzip
import hashlib
import io
import os
import secrets
import tarfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Protocol, TypeAlias

import attrs

from haulage_adapters.backups import manifest as manifests
from haulage_adapters.backups.manifest import MANIFEST, Manifest, Member
from haulage_adapters.backups.refusals import ArchiveDamaged, BackupFailed
from haulage_adapters.backups.signature import MAX_SIGNATURE, SIGNATURE
from haulage_adapters.system.disk import to_disk

COMPRESSION = 1
"""Ours: photos do not get smaller, and a backup is to be over soon."""

PIECE = 1 << 20
OURS_ALONE = 0o600
MOST_MANIFEST = 1 << 30
MOST_OF_ENDS = {MANIFEST: MOST_MANIFEST, SIGNATURE: MAX_SIGNATURE}
"""How many bytes the members at the end may have, which no manifest lists."""


Fill: TypeAlias = "Callable[[ArchiveWriter], Callable[[list[Member]], Manifest]]"
"""Adds the members, and returns what makes the manifest of them."""


class ArchiveWriter:
    """Adds members, and remembers what each of them was."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self._tar = tar
        self.members: list[Member] = []

    def add(self, name: str, size: int, source: IO[bytes]) -> None:
        """*size* bytes of *source*. Raises ``BackupFailed`` when there are fewer."""
        hashing = _Hashing(source)
        info = tarfile.TarInfo(name)
        info.size, info.mode = size, OURS_ALONE
        try:
            self._tar.addfile(info, hashing)
        except tarfile.TarError as error:
            raise BackupFailed(f"{name} could not be read to its end: {error}") from error
        if hashing.size != size:
            raise BackupFailed(f"{name} changed while it was read.")
        self.members.append(Member(name, size, hashing.digest))

    def add_bytes(self, name: str, content: bytes) -> None:
        self.add(name, len(content), io.BytesIO(content))


class Readable(Protocol):
    """What can be read piece by piece."""

    def read(self, size: int = -1, /) -> bytes: ...


class _Hashing:
    """Hashes what is read through it."""

    def __init__(self, source: Readable) -> None:
        self._source = source
        self._hash = hashlib.sha256()
        self.size = 0

    def read(self, size: int = -1) -> bytes:
        piece = self._source.read(size)
        self._hash.update(piece)
        self.size += len(piece)
        return piece

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


@contextmanager
def drafted(place: Path) -> Iterator[Path]:
    """A name beside *place* to write to. Where nothing is raised the file there is brought to the disk and
    takes the place; otherwise it is removed."""
    draft = place.with_name(f".{place.name}.{secrets.token_hex(8)}")
    try:
        draft.touch(OURS_ALONE, exist_ok=False)
        yield draft
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.replace(place)
        to_disk(place.parent)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def write_archive(place: Path, fill: Fill, sign: Callable[[bytes], bytes | None]) -> Manifest:
    """A whole archive at *place*, or none. Raises what *fill* raises, and ``OSError``."""
    with drafted(place) as draft:
        with (
            draft.open("wb") as file,
            gzip.GzipFile("", "wb", COMPRESSION, file, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT) as tar,
        ):
            writer = ArchiveWriter(tar)
            manifest = fill(writer)(writer.members)
            content = manifests.written(manifest)
            ends = ArchiveWriter(tar)
            ends.add_bytes(MANIFEST, content)
            if (signature := sign(content)) is not None:
                ends.add_bytes(SIGNATURE, signature)
        return manifest


@attrs.frozen
class Found:
    """What an archive holds: *manifest* and *signature* as they stand in it, and what the members are."""

    archive: Path
    manifest: bytes
    signature: bytes | None
    members: Sequence[Member]

    def read(self) -> Manifest:
        """Holds every member against the manifest. Raises ``ArchiveDamaged`` naming the first that is not
        what was written."""
        try:
            manifest = manifests.read(self.manifest)
        except ValueError as error:
            raise ArchiveDamaged(str(self.archive), MANIFEST, str(error)) from error
        _compare(self.archive, manifest, self.members)
        return manifest


def examine(archive: Path) -> Found:
    """Reads the whole archive, and believes nothing of it. Raises ``ArchiveDamaged``."""
    found: list[Member] = []
    ends: dict[str, bytes] = {}
    for name, content in members(archive):
        if MANIFEST in ends and (SIGNATURE in ends or name != SIGNATURE):
            raise ArchiveDamaged(str(archive), name, "was added behind the manifest")
        hashing = _Hashing(content)
        most = MOST_OF_ENDS.get(name)
        if most is not None:
            ends[name] = hashing.read(most)
        while hashing.read(PIECE):
            if most is not None:
                raise ArchiveDamaged(str(archive), name, "is too large")
        if most is None:
            found.append(Member(name, hashing.size, hashing.digest))
    if MANIFEST not in ends:
        raise ArchiveDamaged(str(archive), MANIFEST, "is missing: the archive was cut off")
    return Found(archive, ends[MANIFEST], ends.get(SIGNATURE), found)


def verified_members(archive: Path, manifest: Manifest) -> Iterator[tuple[str, Readable]]:
    """Every member of the manifest, whose bytes are held against it again when they have been read: the file
    may be another one than when it was examined. Raises ``ArchiveDamaged``."""
    read: list[Member] = []
    for name, content in members(archive):
        if name in MOST_OF_ENDS:
            continue
        hashing = _Hashing(content)
        yield name, hashing
        while hashing.read(PIECE):
            """To its end, whoever reads it."""
        read.append(Member(name, hashing.size, hashing.digest))
        if len(read) > len(manifest.members) or read[-1] != manifest.members[len(read) - 1]:
            raise ArchiveDamaged(str(archive), name, "changed while it was restored")
    _compare(archive, manifest, read)


def _compare(archive: Path, manifest: Manifest, found: Sequence[Member]) -> None:
    for expected, member in zip(manifest.members, found, strict=False):
        if expected.name != member.name:
            raise ArchiveDamaged(str(archive), expected.name, "is missing")
        if expected != member:
            raise ArchiveDamaged(str(archive), member.name, "is not what was written (SHA-256 differs)")
    if len(found) != len(manifest.members):
        at = min(len(found), len(manifest.members))
        longer = found if len(found) > at else manifest.members
        reason = "was added" if longer is found else "is missing"
        raise ArchiveDamaged(str(archive), longer[at].name, reason)


def members(archive: Path) -> Iterator[tuple[str, Readable]]:
    """Every member's name and content, in the order of the archive; a content is read before the next one is
    asked for. Raises ``ArchiveDamaged`` naming the member at which the archive cannot be read on."""
    name = "the beginning"
    with (
        _as_damage(archive, lambda: name),
        archive.open("rb") as file,
        gzip.GzipFile(fileobj=file) as packed,
        tarfile.open(fileobj=packed, mode="r|") as tar,
    ):
        for info in tar:
            name = info.name
            content = tar.extractfile(info) if info.isreg() else None
            if content is None:
                raise ArchiveDamaged(str(archive), name, "is no file")
            yield name, _Content(archive, name, content)
        while packed.read(PIECE):
            """To the end, where the checksum of the whole is."""


class _Content:
    """A member's bytes. What the archive is broken by may only be seen when they are read."""

    def __init__(self, archive: Path, name: str, content: IO[bytes]) -> None:
        self._archive, self._name, self._content = archive, name, content

    def read(self, size: int = -1) -> bytes:
        with _as_damage(self._archive, lambda: self._name):
            return self._content.read(size)


@contextmanager
def _as_damage(archive: Path, name: Callable[[], str]) -> Iterator[None]:
    try:
        yield
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise ArchiveDamaged(str(archive), "the archive", f"cannot be opened ({error.strerror})") from error
    except (tarfile.TarError, zlib.error, EOFError, gzip.BadGzipFile) as error:
        raise ArchiveDamaged(str(archive), name(), f"cannot be read ({error})") from error
