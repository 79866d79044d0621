"""What official clients send. Unknown fields are ignored; null means absent."""

from typing import Any

import msgspec


class SignUpIn(msgspec.Struct, frozen=True):
    """A new account. ``data`` is the metadata: name, phone and user_type (customer or driver)."""

    email: str | None = None
    password: str | None = None
    phone: str | None = None
    data: dict[str, Any] | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


class TokenIn(msgspec.Struct, frozen=True):
    """Email and password, a refresh token, a code with its verifier, or a provider's id token with what
    was hashed into it as its nonce, as the grant type says."""

    email: str | None = None
    password: str | None = None
    phone: str | None = None
    refresh_token: str | None = None
    auth_code: str | None = None
    code_verifier: str | None = None
    provider: str | None = None
    id_token: str | None = None
    nonce: str | None = None
    access_token: str | None = None


class OtpIn(msgspec.Struct, frozen=True):
    """An address to mail a link and a code to; with ``create_user`` it becomes an account."""

    email: str | None = None
    phone: str | None = None
    data: dict[str, Any] | None = None
    create_user: bool | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


class RecoverIn(msgspec.Struct, frozen=True):
    """An address to mail a way to a new password to."""

    email: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


class ResendIn(msgspec.Struct, frozen=True):
    """Which mail is wanted again: ``signup`` or ``email_change``."""

    type: str | None = None
    email: str | None = None
    phone: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


class VerifyIn(msgspec.Struct, frozen=True):
    """The mailed code with the address, or ``token_hash``, the token of the mailed link."""

    type: str | None = None
    token: str | None = None
    token_hash: str | None = None
    email: str | None = None
    phone: str | None = None


class UserIn(msgspec.Struct, frozen=True):
    """What to change of the signed-in user; ``data`` is merged into the metadata, null removes a key.

    ``app_metadata`` is the platform's word and nobody's to change. A new password takes the
    ``current_password``, or the ``nonce`` that ``GET /reauthenticate`` mails.
    """

    email: str | None = None
    phone: str | None = None
    password: str | None = None
    data: dict[str, Any] | None = None
    app_metadata: dict[str, Any] | None = None
    nonce: str | None = None
    current_password: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


class ReauthenticateIn(msgspec.Struct, frozen=True):
    """One proof of identity: the password, the ``nonce`` that ``GET /reauthenticate`` mails, or what
    ``PublicKeyCredential.toJSON()`` says to the options of ``/passkeys/authentication/options``."""

    password: str | None = None
    nonce: str | None = None
    credential: dict[str, Any] | None = None


class FactorIn(msgspec.Struct, frozen=True):
    """A second factor to enrol; ``totp`` is the one type there is."""

    factor_type: str | None = None
    friendly_name: str | None = None
    issuer: str | None = None


class RecoveryCodeIn(msgspec.Struct, frozen=True):
    """One of the recovery codes, with or without its hyphen."""

    code: str | None = None


class PasskeyIn(msgspec.Struct, frozen=True):
    """What ``PublicKeyCredential.toJSON()`` of a browser says; a new passkey may have a name.

    The credential itself says which challenge it answers, so ``challenge_id`` is not needed.
    """

    credential: dict[str, Any] | None = None
    friendly_name: str | None = None
    challenge_id: str | None = None


class PasskeyNameIn(msgspec.Struct, frozen=True):
    """What the passkey is to be called."""

    friendly_name: str | None = None


class FactorCodeIn(msgspec.Struct, frozen=True):
    """The answer to a challenge: six digits."""

    challenge_id: str | None = None
    code: str | None = None
