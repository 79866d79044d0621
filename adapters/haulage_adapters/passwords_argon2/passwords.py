"""Argon2id in a few threads of its own, so that a crowd at the door neither stops the event loop nor
takes all the memory: each hash in progress holds 19 MiB.
"""

import asyncio
import contextlib
import functools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import attrs
from pwdlib import PasswordHash
from pwdlib.exceptions import UnknownHashError
from pwdlib.hashers.argon2 import Argon2Hasher

from haulage.ports.identity.passwords import Passwords

T = TypeVar("T")

MOST_THREADS = 4


@attrs.frozen
class Argon2Cost:
    """What one hash costs. The standard is the OWASP Password Storage Cheat Sheet's for Argon2id."""

    memory_kibibytes: int = 19 * 1024
    passes: int = 2
    lanes: int = 1


STANDARD_COST = Argon2Cost()


@functools.cache
def _common_passwords() -> frozenset[str]:
    """Read when the first password is chosen: most processes never need them."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # type: ignore[import-untyped]  # it has no stubs

    return frozenset(FREQUENCY_LISTS["passwords"])


class Argon2Passwords(Passwords):
    """Hashes *threads* passwords at a time; the others wait their turn."""

    def __init__(self, cost: Argon2Cost = STANDARD_COST, *, threads: int | None = None) -> None:
        self._hasher = PasswordHash((Argon2Hasher(cost.passes, cost.memory_kibibytes, cost.lanes),))
        self._threads = ThreadPoolExecutor(
            threads or min(MOST_THREADS, os.cpu_count() or 1), thread_name_prefix="passwords"
        )

    async def hash(self, password: str) -> str:
        """A salted hash; two hashes of one password differ."""
        return await self._in_thread(lambda: self._hasher.hash(password))

    def is_common(self, password: str) -> bool:
        """One of the 30,000 commonest that zxcvbn lists by how often they were found."""
        return password in _common_passwords()

    async def matches(self, password: str, stored_hash: str | None) -> bool:
        """With nothing kept a hash is made and thrown away: it costs what comparing costs."""
        return await self._in_thread(lambda: self._compare(password, stored_hash))

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _compare(self, password: str, stored_hash: str | None) -> bool:
        if stored_hash is not None:
            with contextlib.suppress(UnknownHashError):
                return self._hasher.verify(password, stored_hash)
        self._hasher.hash(password)
        return False

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
