"""Codes, flows, requests for mail and shared limits, on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import cast

import attrs
import pytest

from account_scenario import TurnableClock
from builders import a_user, an_account
from haulage.accounts.email_request import EmailRequest
from haulage.accounts.flows import AuthFlow, ChallengeMethod, CodeChallenge
from haulage.accounts.one_time import CodePurpose, OneTimeCode
from haulage.accounts.session import SignInMethod
from haulage.kernel.rate_limit import RateLimit
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.delete_expired import MOST_SECONDS, SPENT, DeleteSpentSecrets
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

NOW = datetime(2027, 3, 1, 15, 0, 0, 123456, tzinfo=UTC)
CHALLENGE = CodeChallenge("c" * 43, ChallengeMethod.S256)


async def an_account_id(storage: SqlStorage) -> str:
    account = an_account()
    await storage.write(lambda unit: unit.accounts.add(account, a_user(auth_id=account.id)))
    return account.id


def a_code(account_id: str, link: str = "a", purpose: CodePurpose = CodePurpose.RECOVERY) -> OneTimeCode:
    return OneTimeCode(account_id, purpose, "ann@example.com", "0" * 64, link * 64, NOW)


async def test_a_newer_code_of_a_purpose_replaces_the_older(storage: SqlStorage) -> None:
    account_id = await an_account_id(storage)
    older, newer = a_code(account_id, "a"), a_code(account_id, "b")
    other = a_code(account_id, "c", CodePurpose.MAGIC_LINK)
    for code in (older, other, newer):
        await storage.write(lambda unit, code=code: unit.codes.replace(code))  # type: ignore[misc]
    assert await storage.write(lambda unit: unit.codes.by_link(older.link_hash)) is None
    assert await storage.write(lambda unit: unit.codes.get(account_id, newer.purpose)) == newer
    assert await storage.write(lambda unit: unit.codes.by_link(other.link_hash)) == other


async def test_of_ten_who_use_a_code_at_once_one_has_it(storage: SqlStorage) -> None:
    code = a_code(await an_account_id(storage))
    await storage.write(lambda unit: unit.codes.replace(code))

    async def use(unit: UnitOfWork) -> bool:
        found = await unit.codes.by_link(code.link_hash)
        return found is not None and await unit.codes.use_up(found)

    assert sum(await asyncio.gather(*(storage.write(use) for _ in range(10)))) == 1


async def test_every_wrong_guess_counts(storage: SqlStorage) -> None:
    code = a_code(await an_account_id(storage))
    await storage.write(lambda unit: unit.codes.replace(code))
    await asyncio.gather(*(storage.write(lambda unit: unit.codes.count_wrong_guess(code)) for _ in range(5)))
    stored = await storage.write(lambda unit: unit.codes.by_link(code.link_hash))
    assert stored == attrs.evolve(code, wrong_guesses=5)


async def test_a_flow_is_taken_once_by_its_code(storage: SqlStorage) -> None:
    flow = AuthFlow("flw_1", CHALLENGE, SignInMethod.OTP, NOW)
    await storage.write(lambda unit: unit.flows.add(flow))
    account_id = await an_account_id(storage)
    issued = attrs.evolve(flow, account_id=account_id, code_hash="d" * 64, issued_at=NOW)
    await storage.write(lambda unit: unit.flows.save(issued))
    assert await storage.read(lambda unit: unit.flows.get(flow.id)) == issued
    taken = await asyncio.gather(*(storage.write(lambda unit: unit.flows.take("d" * 64)) for _ in range(5)))
    assert [flow for flow in taken if flow is not None] == [issued]


async def test_flows_that_nobody_ended_are_forgotten(storage: SqlStorage) -> None:
    old = AuthFlow("flw_old", CHALLENGE, SignInMethod.OTP, NOW - timedelta(days=2))
    new = AuthFlow("flw_new", CHALLENGE, SignInMethod.OTP, NOW)
    for flow in (old, new):
        await storage.write(lambda unit, flow=flow: unit.flows.add(flow))  # type: ignore[misc]
    assert await storage.write(lambda unit: unit.flows.purge(NOW - timedelta(days=1), 10)) == 1
    assert await storage.read(lambda unit: unit.flows.get(new.id)) == new


async def test_requests_come_back_whole_and_are_taken_once(storage: SqlStorage) -> None:
    second = EmailRequest(
        "wsh_2",
        CodePurpose.MAGIC_LINK,
        "änn@example.com",
        "http://localhost:3000/welcome",
        NOW,
        challenge=CHALLENGE,
        create_user=True,
        metadata={"name": "Ann", "nested": {"list": [1, None]}},
    )
    first = EmailRequest("wsh_1", CodePurpose.RECOVERY, "bea@example.com", "", NOW - timedelta(seconds=1))
    for request in (second, first):
        await storage.write(lambda unit, request=request: unit.email_requests.add(request))  # type: ignore[misc]
    for request in (second, first):
        assert (
            await storage.read(lambda unit, request=request: unit.email_requests.get(request.id)) == request
        )  # type: ignore[misc]
    taken = await asyncio.gather(
        *(storage.write(lambda unit: unit.email_requests.take(first.id)) for _ in range(5))
    )
    assert sum(taken) == 1
    assert await storage.read(lambda unit: unit.email_requests.get(first.id)) is None


async def test_a_shared_limit_allows_its_figure_however_many_ask_at_once(storage: SqlStorage) -> None:
    limit = RateLimit(7, timedelta(minutes=5))
    taken = await asyncio.gather(
        *(storage.write(lambda unit: unit.limits.take("guesses:ann", limit, NOW)) for _ in range(20))
    )
    assert sum(one.allowed for one in taken) == 7
    assert (await storage.write(lambda unit: unit.limits.take("guesses:bea", limit, NOW))).allowed


async def test_a_limit_is_forgotten_on_purpose_or_when_it_is_whole_again(storage: SqlStorage) -> None:
    limit = RateLimit(1, timedelta(minutes=5))
    for key in ("ann", "bea"):
        await storage.write(lambda unit, key=key: unit.limits.take(key, limit, NOW))  # type: ignore[misc]
    await storage.write(lambda unit: unit.limits.forget("ann"))
    assert (await storage.write(lambda unit: unit.limits.take("ann", limit, NOW))).allowed
    assert await storage.write(lambda unit: unit.limits.purge(NOW, 10)) == 0
    assert await storage.write(lambda unit: unit.limits.purge(NOW + timedelta(minutes=5, seconds=1), 10)) == 2


async def limits_of_many(storage: SqlStorage) -> None:
    async def take_all(unit: UnitOfWork) -> None:
        for number in range(8):
            await unit.limits.take(f"guesses:{number}", RateLimit(1, timedelta(minutes=5)), NOW)

    await storage.write(take_all)


@attrs.define
class CountingStorage:
    """Counts the transactions."""

    storage: SqlStorage
    writes: int = 0

    async def write(self, work: Callable[[UnitOfWork], Awaitable[int]]) -> int:
        self.writes += 1
        return await self.storage.write(work)


async def test_what_is_spent_is_forgotten_in_small_transactions(storage: SqlStorage) -> None:
    await limits_of_many(storage)
    counting = CountingStorage(storage)
    clock = TurnableClock(NOW + timedelta(hours=1))
    assert await DeleteSpentSecrets(cast("Storage", counting), clock, batch=3)() == 8
    assert counting.writes == 3 + len(SPENT) - 1
    assert await DeleteSpentSecrets(storage, clock, batch=3)() == 0


async def test_what_takes_too_long_is_forgotten_by_the_next_calls(storage: SqlStorage) -> None:
    class SlowClock(TurnableClock):
        def now(self) -> datetime:
            self.turn(seconds=MOST_SECONDS)
            return self.at

    await limits_of_many(storage)
    forget_spent = DeleteSpentSecrets(storage, SlowClock(NOW + timedelta(hours=1)), batch=3)
    assert [await forget_spent() for _ in range(4)] == [3, 3, 2, 0]
