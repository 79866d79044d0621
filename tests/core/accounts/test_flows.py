"""Binding a sign-in to the browser that began it."""

from base64 import urlsafe_b64encode
from hashlib import sha256

import pytest

from haulage.accounts.flows import CodeChallenge, code_challenge
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
