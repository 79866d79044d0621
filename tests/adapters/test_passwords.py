"""The contract of kept passwords, and what the Argon2 adapter promises beyond it."""

import asyncio
from typing import Any

import pytest
from argon2 import PasswordHasher

from account_scenario import CHEAP
from haulage_adapters.passwords_argon2 import Argon2Passwords

pytestmark = pytest.mark.anyio


async def test_a_password_matches_its_hash_and_no_other_does() -> None:
    passwords = Argon2Passwords(CHEAP)
    stored = await passwords.hash("correct horse")
    assert await passwords.matches("correct horse", stored)
    assert not await passwords.matches("correct horsE", stored)
    assert not await passwords.matches("", stored)


async def test_nothing_matches_where_nothing_is_kept() -> None:
    assert not await Argon2Passwords(CHEAP).matches("", None)


async def test_what_is_no_hash_matches_nothing() -> None:
    assert not await Argon2Passwords(CHEAP).matches("secret", "not a hash")


async def test_equal_passwords_have_different_hashes() -> None:
    passwords = Argon2Passwords(CHEAP)
    assert await passwords.hash("secret") != await passwords.hash("secret")


async def test_the_standard_is_argon2id_of_nineteen_mebibytes_in_two_passes() -> None:
    assert (await Argon2Passwords().hash("secret")).startswith("$argon2id$v=19$m=19456,t=2,p=1$")


async def test_a_hash_made_under_another_cost_still_matches() -> None:
    assert await Argon2Passwords().matches("secret", await Argon2Passwords(CHEAP).hash("secret"))


async def test_an_unknown_account_costs_what_a_known_one_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both run Argon2 once, under the same cost. Runs are counted, as clocks differ under load."""
    passwords = Argon2Passwords(threads=1)
    stored = await passwords.hash("secret")
    runs: list[str] = []
    for name in ("hash", "verify"):
        real = getattr(PasswordHasher, name)

        def counted(self: PasswordHasher, *given: str, real: Any = real, **named: Any) -> Any:
            runs.append(f"{self.memory_cost} {self.time_cost} {self.parallelism}")
            return real(self, *given, **named)

        monkeypatch.setattr(PasswordHasher, name, counted)
    await passwords.matches("wrong", stored)
    await passwords.matches("wrong", None)
    assert runs == ["19456 2 1"] * 2


async def test_hashing_does_not_stop_the_event_loop() -> None:
    passwords = Argon2Passwords(threads=1)
    crowd = asyncio.gather(*(passwords.hash("secret") for _ in range(4)))
    turns = 0
    while not crowd.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 10
    passwords.close()
