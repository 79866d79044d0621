"""When a session may change how its account is entered."""

from datetime import UTC, datetime, timedelta

import pytest

from haulage.accounts import Session
from haulage.accounts.freshness import (
    RECENT_PROOF,
    ReauthenticationNeeded,
    is_fresh_by_mail,
    is_recovering,
    require_fresh,
    with_proof,
)
from haulage.accounts.session import Proof, SignInMethod

BEGAN = datetime(2027, 3, 1, 15, tzinfo=UTC)
NOW = BEGAN + timedelta(days=3)
SECOND = timedelta(seconds=1)


def session(*proofs: Proof) -> Session:
    return Session("ses_1", "acc_1", BEGAN, NOW, proofs)


def test_a_session_of_three_days_needs_another_proof() -> None:
    with pytest.raises(ReauthenticationNeeded, match="requires reauthentication"):
        require_fresh(session(Proof(SignInMethod.PASSWORD, BEGAN)), NOW)


@pytest.mark.parametrize("method", SignInMethod)
def test_a_proof_counts_for_ten_minutes(method: SignInMethod) -> None:
    require_fresh(session(Proof(method, NOW - RECENT_PROOF)), NOW)
    with pytest.raises(ReauthenticationNeeded):
        require_fresh(session(Proof(method, NOW - RECENT_PROOF - SECOND)), NOW)


def test_a_proof_given_by_a_clock_that_was_ahead_is_no_recent_one() -> None:
    a_day_ahead = Proof(SignInMethod.RECOVERY, NOW + timedelta(days=1))
    with pytest.raises(ReauthenticationNeeded):
        require_fresh(session(a_day_ahead), NOW)
    assert not is_fresh_by_mail(session(a_day_ahead), NOW)
    assert not is_recovering(session(a_day_ahead), NOW)
    require_fresh(session(Proof(SignInMethod.PASSWORD, NOW + SECOND)), NOW)


@pytest.mark.parametrize("method", [SignInMethod.TOTP, SignInMethod.WEBAUTHN])
def test_a_means_that_is_younger_than_the_session_proves_nothing(method: SignInMethod) -> None:
    require_fresh(session(Proof(method, NOW, BEGAN)), NOW)
    with pytest.raises(ReauthenticationNeeded):
        require_fresh(session(Proof(method, NOW, BEGAN + SECOND)), NOW)


def test_a_proof_by_a_new_factor_does_not_hide_one_by_an_old_factor() -> None:
    old = Proof(SignInMethod.TOTP, NOW, BEGAN - SECOND)
    proofs = with_proof([old], Proof(SignInMethod.TOTP, NOW, BEGAN + SECOND))
    require_fresh(session(*proofs), NOW)


def test_of_one_means_the_last_proof_is_kept() -> None:
    earlier, later = Proof(SignInMethod.OTP, BEGAN), Proof(SignInMethod.OTP, NOW)
    assert with_proof([earlier], later) == (later,)


@pytest.mark.parametrize("method", SignInMethod)
def test_only_mailed_proofs_stand_for_the_current_password(method: SignInMethod) -> None:
    by_mail = method in {SignInMethod.OTP, SignInMethod.RECOVERY}
    assert is_fresh_by_mail(session(Proof(method, NOW)), NOW) is by_mail
    assert not is_fresh_by_mail(session(Proof(method, BEGAN)), NOW)


@pytest.mark.parametrize("method", SignInMethod)
def test_only_a_mail_to_recover_lately_answered_is_a_recovery(method: SignInMethod) -> None:
    is_recovery = method is SignInMethod.RECOVERY
    assert is_recovering(session(Proof(method, NOW - RECENT_PROOF)), NOW) is is_recovery
    assert not is_recovering(session(Proof(method, NOW - RECENT_PROOF - SECOND)), NOW)
