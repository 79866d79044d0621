"""What a presented refresh token is worth."""

from datetime import UTC, datetime, timedelta

import attrs
import pytest

from haulage.accounts.refresh import (
    RefreshChain,
    RefreshFamily,
    RefreshToken,
    RefreshVerdict,
    first_token,
    judge,
    next_token,
    token_hash,
)
from haulage.accounts.session import STANDARD_SESSION_TERMS, Session

NOW = datetime(2027, 3, 1, 15, tzinfo=UTC)
SESSION = Session("ses_1", "acc_1", NOW, NOW, ())
INTERVAL = STANDARD_SESSION_TERMS.refresh_reuse_interval


def family(*, behind: int, used_ago: timedelta = timedelta(0)) -> RefreshFamily:
    """A chain ten links long, and a token so many links before its end."""
    presented = RefreshToken("p", SESSION.id, 10 - behind, NOW, NOW - used_ago if behind else None)
    return RefreshFamily(SESSION, presented, RefreshToken("a", SESSION.id, 10, NOW))


def test_the_active_token_is_exchanged() -> None:
    assert judge(family(behind=0), NOW) is RefreshVerdict.EXCHANGE


def test_a_token_that_was_never_used_is_exchanged_wherever_it_stands() -> None:
    unused = attrs.evolve(family(behind=1), presented=RefreshToken("p", SESSION.id, 9, NOW))
    assert judge(unused, NOW) is RefreshVerdict.EXCHANGE
    used = attrs.evolve(family(behind=0), presented=RefreshToken("p", SESSION.id, 10, NOW, NOW))
    assert judge(used, NOW + INTERVAL * 2) is RefreshVerdict.EXCHANGE


@pytest.mark.parametrize("behind", [1, 2, 3, 10])
def test_a_used_token_is_forgiven_within_the_reuse_interval_only(behind: int) -> None:
    assert judge(family(behind=behind, used_ago=timedelta(0)), NOW) is RefreshVerdict.REPEAT
    assert judge(family(behind=behind, used_ago=INTERVAL), NOW) is RefreshVerdict.REPEAT
    late = INTERVAL + timedelta(microseconds=1)
    assert judge(family(behind=behind, used_ago=late), NOW) is RefreshVerdict.REVOKE


@pytest.mark.parametrize("behind", [0, 1, 2])
def test_a_revoked_chain_is_worth_nothing(behind: int) -> None:
    revoked = attrs.evolve(family(behind=behind), session=attrs.evolve(SESSION, revoked_at=NOW))
    assert judge(revoked, NOW) is RefreshVerdict.REFUSE


def test_only_hashes_are_kept() -> None:
    first = first_token("clear", SESSION)
    second = next_token("clear too", first, NOW)
    assert first.hash == token_hash("clear") != "clear"
    assert (first.generation, second.generation) == (0, 1)
    assert "clear" not in repr((first, second))


def test_the_chain_is_the_same_each_time_and_another_under_another_key() -> None:
    chain = RefreshChain(b"k" * 32)
    assert chain.after("root", 3) == chain.after(chain.after(chain.after("root")))
    assert chain.after("root") != RefreshChain(b"l" * 32).after("root")
    assert len({chain.after("root", steps) for steps in range(50)}) == 50
    assert "k" * 8 not in repr(chain)
