"""Binding a sign-in to the browser that began it."""

from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256

import attrs
import pytest

from builders import NOON
from haulage.accounts.flows import (
    FLOW_LIFETIME,
    AuthFlow,
    ChallengeMethod,
    CodeChallenge,
    code_challenge,
)
from haulage.accounts.identities import SOCIAL_FLOW_LIFETIME, Provider
from haulage.accounts.session import SignInMethod
from haulage.accounts.social_flows import SocialFlow
from haulage.kernel.errors import InvalidInput

VERIFIER = "a-verifier-of-letters-and-digits-that-is-long-enough"
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


@pytest.mark.parametrize("method", ["s256", "S256"])
def test_a_challenge_is_met_by_its_verifier_alone(method: str) -> None:
    challenge = code_challenge(CHALLENGE, method)
    assert isinstance(challenge, CodeChallenge)
    assert challenge.met_by(VERIFIER)
    assert not challenge.met_by(CHALLENGE)
    assert not challenge.met_by("x" * 43)


@pytest.mark.parametrize("method", ["plain", "PLAIN", "", None, "sha1"])
def test_no_other_way_than_s256_is_accepted(method: str | None) -> None:
    """With the plain way the challenge is the verifier: whoever sees the one has the other."""
    with pytest.raises(InvalidInput, match="must be s256"):
        code_challenge(VERIFIER, method)


def test_without_a_challenge_there_is_none() -> None:
    assert code_challenge(None, None) is None
    assert code_challenge("", "") is None


@pytest.mark.parametrize("challenge", [None, "", "x" * 42, "x" * 129, "x" * 42 + "!"])
def test_a_method_needs_a_challenge_of_the_right_form(challenge: str | None) -> None:
    with pytest.raises(InvalidInput, match="must be 43 to 128"):
        code_challenge(challenge, "s256")


@pytest.mark.parametrize("length", [43, 128])
def test_the_shortest_and_the_longest_challenge_are_taken(length: int) -> None:
    assert code_challenge("x" * length, "s256") is not None


FLOW = AuthFlow("flw_1", CodeChallenge(CHALLENGE, ChallengeMethod.S256), SignInMethod.OTP, NOON)
A_MOMENT = timedelta(microseconds=1)


def test_an_authorization_code_is_late_after_its_minutes_and_where_none_was_issued() -> None:
    issued = attrs.evolve(FLOW, issued_at=NOON)
    assert not issued.is_late(NOON)
    assert not issued.is_late(NOON + FLOW_LIFETIME)
    assert issued.is_late(NOON + FLOW_LIFETIME + A_MOMENT)
    assert FLOW.is_late(NOON)


def test_who_was_too_long_at_a_provider_is_late() -> None:
    away = SocialFlow("state", "browser", next(iter(Provider)), "/", NOON)
    assert not away.is_late(NOON + SOCIAL_FLOW_LIFETIME)
    assert away.is_late(NOON + SOCIAL_FLOW_LIFETIME + A_MOMENT)
