"""The promises of a file store, kept by a folder and by a bucket."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from haulage.kernel.errors import InvalidInput, Unavailable
from haulage.ports.files.files import FileStore
from haulage_adapters.assembly.file_stores import file_store
from haulage_adapters.settings import Settings, read_settings
from s3_server import Bucket, running_bucket

pytestmark = pytest.mark.anyio

NAME = "proofs/pho_one.jpg"


@pytest.fixture
def bucket() -> Iterator[Bucket]:
    with running_bucket() as running:
        yield running


def in_bucket(bucket: Bucket, folder: Path) -> Settings:
    return Settings(
        data=folder,
        files="s3://pictures/marketplace",
        s3_endpoint=bucket.address,
        s3_region="us-east-1",
        s3_key_id="key",
        s3_secret="secret",
    )


@pytest.fixture(params=["folder", "bucket"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> FileStore:
    if request.param == "folder":
        return file_store(Settings(data=tmp_path))
    return file_store(in_bucket(request.getfixturevalue("bucket"), tmp_path))


async def test_what_was_put_is_there_until_it_is_removed(files: FileStore) -> None:
    assert await files.get(NAME) is None
    await files.put(NAME, b"one")
    await files.put(NAME, b"two")
    await files.put("proofs/pho_other.jpg", b"")
    assert (await files.get(NAME), await files.get("proofs/pho_other.jpg")) == (b"two", b"")
    for _ in range(2):
        await files.remove(NAME)
        assert await files.get(NAME) is None


async def test_whole_pictures_fit(files: FileStore) -> None:
    content = bytes(range(256)) * 4096
    await files.put(NAME, content)
    assert await files.get(NAME) == content


@pytest.mark.parametrize("name", ["../etc/passwd", "/etc/passwd", "proofs/../a", "proofs", "proofs/a b", ""])
async def test_no_name_leads_elsewhere(files: FileStore, name: str) -> None:
    for ask in (files.get(name), files.remove(name), files.put(name, b"x")):
        with pytest.raises(InvalidInput):
            await ask


async def test_a_store_that_answers_says_so(files: FileStore) -> None:
    await files.check()


async def test_a_bucket_that_does_not_let_us_in_is_unavailable(bucket: Bucket, tmp_path: Path) -> None:
    files = file_store(Settings(**_without_key(bucket, tmp_path)))
    with pytest.raises(Unavailable):
        await files.check()


def _without_key(bucket: Bucket, folder: Path) -> dict[str, object]:
    settings = in_bucket(bucket, folder)
    names = ("data", "files", "s3_endpoint", "s3_region", "s3_secret")
    return {name: getattr(settings, name) for name in names} | {"s3_key_id": "stranger"}


async def test_a_folder_that_cannot_be_one_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "files").write_bytes(b"a file")
    files = file_store(Settings(data=tmp_path))
    with pytest.raises(Unavailable):
        await files.check()
    with pytest.raises(Unavailable):
        await files.put(NAME, b"one")


async def test_half_written_files_are_not_left_behind(tmp_path: Path) -> None:
    files = file_store(Settings(data=tmp_path))
    await files.put(NAME, b"one")
    assert [path.name for path in (tmp_path / "files" / "proofs").iterdir()] == ["pho_one.jpg"]


@pytest.mark.parametrize("text", ["pictures", "s3://", "https://pictures", "s3://key:secret@pictures"])
def test_a_bucket_is_named_by_its_address(text: str) -> None:
    with pytest.raises(InvalidInput, match="must be s3://bucket"):
        read_settings({"HAULAGE_FILES": text})
