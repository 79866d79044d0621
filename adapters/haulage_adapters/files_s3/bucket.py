"""One bucket, or a part of one, by obstore."""

from collections.abc import Awaitable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
from obstore.exceptions import BaseError
from obstore.store import S3Store

from haulage.kernel.errors import Unavailable
from haulage.ports.files.files import FileStore, file_name

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig

T = TypeVar("T")

TIMEOUT = timedelta(seconds=10)
CONNECT_TIMEOUT = timedelta(seconds=3)
GIVEN_UP_AFTER = timedelta(seconds=20)
TRIES_AGAIN = 2
"""Ours: a driver stands at a door and waits for the answer."""

ABSENT = "probe/absent"


@attrs.frozen
class S3Access:
    """Where the bucket is. Without an endpoint it is Amazon's; without a key the machine's own role counts,
    or what the ``AWS_...`` variables say."""

    bucket: str
    prefix: str = ""
    region: str | None = None
    endpoint: str | None = None
    key_id: str | None = None
    secret: str | None = attrs.field(default=None, repr=False)


class BucketFiles(FileStore):
    """For any number of machines."""

    def __init__(self, access: S3Access) -> None:
        self._shown = f"s3://{access.bucket}/{access.prefix}".rstrip("/")
        self._store = _opened(access)

    def __str__(self) -> str:
        return self._shown

    async def put(self, name: str, content: bytes) -> None:
        await _without_details(self._store.put_async(file_name(name), content))

    async def get(self, name: str) -> bytes | None:
        try:
            found = await _without_details(self._store.get_async(file_name(name)))
            return bytes(await _without_details(found.bytes_async()))
        except FileNotFoundError:
            return None

    async def remove(self, name: str) -> None:
        try:
            await _without_details(self._store.delete_async(file_name(name)))
        except FileNotFoundError:
            return

    async def check(self) -> None:
        """The bucket answers, and lets us in."""
        await self.get(ABSENT)


def _opened(access: S3Access) -> S3Store:
    values = {
        "region": access.region,
        "endpoint": access.endpoint,
        "access_key_id": access.key_id,
        "secret_access_key": access.secret,
    }
    options: dict[str, Any] = {name: value for name, value in values.items() if value is not None}
    client: ClientConfig = {
        "timeout": TIMEOUT,
        "connect_timeout": CONNECT_TIMEOUT,
        "allow_http": bool(access.endpoint and access.endpoint.startswith("http://")),
    }
    retries: RetryConfig = {"max_retries": TRIES_AGAIN, "retry_timeout": GIVEN_UP_AFTER}
    return S3Store(
        access.bucket,
        prefix=access.prefix or None,
        client_options=client,
        retry_config=retries,
        **options,
    )


async def _without_details(answer: Awaitable[T]) -> T:
    """Nothing that the store says of itself goes further: it may name hosts and keys."""
    try:
        return await answer
    except FileNotFoundError:
        raise
    except (BaseError, OSError) as error:
        raise Unavailable("files", "Files cannot be kept at the moment. Please try again.") from error
