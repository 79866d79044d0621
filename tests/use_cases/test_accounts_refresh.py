"""Refreshing over a real database: nobody is signed out by a lost answer, a thief is."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from account_scenario import AccountScenario, account_use_cases, open_account_scenario
from haulage.accounts import STANDARD_SESSION_TERMS, SessionNotFound
from haulage.accounts.refresh import RefreshTokenAlreadyUsed, RefreshTokenNotFound

INTERVAL = STANDARD_SESSION_TERMS.refresh_reuse_interval


@pytest.fixture
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    async with open_account_scenario(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}") as opened:
        yield opened


@pytest.mark.anyio
async def test_a_refresh_gives_a_new_pair_for_the_same_session(scenario: AccountScenario) -> None:
    before = await scenario.sign_up()
    scenario.clock.turn(minutes=50)
    after = await scenario.accounts.refresh(before.refresh_token)
    assert after.refresh_token != before.refresh_token
    assert after.signed_in.session.id == before.signed_in.session.id
    assert after.expires_at == scenario.clock.now() + timedelta(hours=1)
    await scenario.accounts.authenticate(after.access_token)


@pytest.mark.anyio
async def test_ten_refreshes_at_once_all_get_the_one_next_token(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    answers = await asyncio.gather(*(scenario.accounts.refresh(grant.refresh_token) for _ in range(10)))
    (following,) = {answer.refresh_token for answer in answers}
    await scenario.accounts.refresh(following)


@pytest.mark.anyio
async def test_another_process_repeats_the_same_answer(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    elsewhere = account_use_cases(scenario.storage, scenario.clock)
    here = await scenario.accounts.refresh(grant.refresh_token)
    assert (await elsewhere.refresh(grant.refresh_token)).refresh_token == here.refresh_token
    await elsewhere.authenticate(here.access_token)


@pytest.mark.anyio
async def test_a_stolen_chain_ends_for_both_hands(scenario: AccountScenario) -> None:
    first = await scenario.sign_up()
    second = await scenario.accounts.refresh(first.refresh_token)
    third = await scenario.accounts.refresh(second.refresh_token)
    scenario.clock.turn(seconds=11)
    with pytest.raises(RefreshTokenAlreadyUsed, match="Already Used"):
        await scenario.accounts.refresh(first.refresh_token)
    with pytest.raises(RefreshTokenAlreadyUsed):
        await scenario.accounts.refresh(third.refresh_token)
    with pytest.raises(SessionNotFound):
        await scenario.accounts.authenticate(third.access_token)


@pytest.mark.anyio
async def test_a_thief_who_takes_turns_with_the_owner_is_noticed(scenario: AccountScenario) -> None:
    """Each of them presents the parent of what the other was given."""
    stolen = (await scenario.sign_up()).refresh_token
    await scenario.accounts.refresh(stolen)
    scenario.clock.turn(minutes=55)
    with pytest.raises(RefreshTokenAlreadyUsed):
        await scenario.accounts.refresh(stolen)


@pytest.mark.anyio
async def test_a_lost_answer_is_given_again_within_the_interval(scenario: AccountScenario) -> None:
    first = await scenario.sign_up()
    lost = await scenario.accounts.refresh(first.refresh_token)
    scenario.clock.turn(seconds=INTERVAL.total_seconds())
    again = await scenario.accounts.refresh(first.refresh_token)
    assert again.refresh_token == lost.refresh_token
    await scenario.accounts.authenticate(again.access_token)


@pytest.mark.anyio
async def test_a_stolen_chain_leaves_the_other_devices(scenario: AccountScenario) -> None:
    first = await scenario.sign_up()
    other = await scenario.accounts.sign_in("ann@example.com", "parcel7")
    await scenario.accounts.refresh((await scenario.accounts.refresh(first.refresh_token)).refresh_token)
    scenario.clock.turn(seconds=11)
    with pytest.raises(RefreshTokenAlreadyUsed):
        await scenario.accounts.refresh(first.refresh_token)
    await scenario.accounts.authenticate((await scenario.accounts.refresh(other.refresh_token)).access_token)


@pytest.mark.anyio
@pytest.mark.parametrize("token", ["", "x", "é\0", "x" * 100_000, "rt_" + "A" * 22])
async def test_an_unknown_token_is_not_found(scenario: AccountScenario, token: str) -> None:
    await scenario.sign_up()
    with pytest.raises(RefreshTokenNotFound):
        await scenario.accounts.refresh(token)


@attrs.define
class Model:
    """The rule in its own words: token numbers, when each was used, and whether the chain is dead."""

    active: int = 0
    used_at: dict[int, datetime] = attrs.field(factory=dict)
    dead: bool = False

    def present(self, number: int, now: datetime) -> int | None:
        """The number of the token that is given out; None for a refusal."""
        if self.dead:
            return None
        if number == self.active:
            self.used_at[number] = now
            self.active += 1
        elif now - self.used_at[number] > INTERVAL:
            self.dead = True
        return None if self.dead else self.active


Steps = st.lists(
    st.tuples(
        st.sampled_from([0, 0, 0, 1, 1, 2, 3, 5]),
        st.sampled_from([0.0, 0.5, 4.0, 9.0, 10.0, 10.5, 60.0]),
    ),
    min_size=1,
    max_size=14,
)
"""How many links behind the active token the presented one is, and the seconds that passed before."""


@attrs.define
class Walks:
    """One marketplace for all of them, in which each walk has a new account."""

    runner: asyncio.Runner
    scenario: AccountScenario
    taken: int = 0

    def take(self, steps: list[tuple[int, float]]) -> None:
        self.taken += 1
        self.runner.run(self._take(f"ann{self.taken}@example.com", steps))

    async def _take(self, email: str, steps: list[tuple[int, float]]) -> None:
        await _walk(self.scenario, [(await self.scenario.sign_up(email)).refresh_token], steps)


@pytest.fixture(scope="module")
def walks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walks]:
    url = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('model') / 'accounts.db'}"
    with asyncio.Runner() as runner:
        opened = open_account_scenario(url)
        yield Walks(runner, runner.run(opened.__aenter__()))
        runner.run(opened.__aexit__(None, None, None))


@given(steps=Steps)
@settings(max_examples=60, deadline=None)
def test_any_sequence_of_refreshes_agrees_with_the_model(
    steps: list[tuple[int, float]], walks: Walks
) -> None:
    walks.take(steps)


async def _walk(scenario: AccountScenario, tokens: list[str], steps: list[tuple[int, float]]) -> None:
    model = Model()
    for behind, seconds in steps:
        scenario.clock.turn(seconds=seconds)
        presented = max(0, len(tokens) - 1 - behind)
        expected = model.present(presented, scenario.clock.now())
        try:
            answer = await scenario.accounts.refresh(tokens[presented])
        except RefreshTokenAlreadyUsed:
            assert expected is None
            continue
        assert expected is not None
        if expected == len(tokens):
            tokens.append(answer.refresh_token)
        assert answer.refresh_token == tokens[expected]
        await scenario.accounts.authenticate(answer.access_token)
