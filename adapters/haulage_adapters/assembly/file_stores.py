"""Which file store the settings choose."""

from urllib.parse import urlsplit

from haulage.kernel.errors import InvalidInput
from haulage.ports.files.files import FileStore
from haulage_adapters.files_local import FolderFiles
from haulage_adapters.settings import Settings


def file_store(settings: Settings) -> FileStore:
    """The folder in the data, or the bucket."""
    if settings.files is None:
        return FolderFiles(settings.data / "files")
    if (settings.s3_key_id is None) is not (settings.s3_secret is None):
        raise InvalidInput("HAULAGE_S3_KEY_ID", "and HAULAGE_S3_SECRET are needed together")
    from haulage_adapters.files_s3 import BucketFiles, S3Access

    parts = urlsplit(settings.files)
    return BucketFiles(
        S3Access(
            bucket=parts.hostname or "",
            prefix=parts.path.strip("/"),
            region=settings.s3_region,
            endpoint=settings.s3_endpoint,
            key_id=settings.s3_key_id,
            secret=settings.s3_secret,
        )
    )
