"""The ``PasskeyCeremonies`` port. No attestation is asked for: which make a device is of is its holder's
own affair, so only the keys matter."""

import json
import re
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    options_to_json_dict,
    parse_client_data_json,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    CredentialDeviceType,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from haulage.accounts.passkeys import (
    MAX_CREDENTIAL_ID,
    MAX_PUBLIC_KEY,
    PASSKEY_CHALLENGE_LIFETIME,
    BadPasskey,
)
from haulage.ports.identity.passkeys import Answered, Credential, NewCredential, PasskeyCeremonies

TIMEOUT_MILLISECONDS = int(PASSKEY_CHALLENGE_LIFETIME.total_seconds() * 1000)
MAX_ANSWER = 60_000
SITE_NAME = "haulage"
LOCALHOST = "localhost"
LOOPBACK = frozenset({LOCALHOST, "127.0.0.1", "::1"})
BASE64URL = re.compile(r"[A-Za-z0-9_-]+")


class WebAuthnCeremonies(PasskeyCeremonies):
    """*site* is the server's public address; its host is the relying party's id.

    On the loopback interface that is the interface's name, whichever of its addresses is told:
    browsers know passkeys at http://localhost, and at no address in numbers.
    """

    def __init__(self, site: str) -> None:
        parts = urlsplit(site)
        self._host = LOCALHOST if parts.hostname in LOOPBACK else parts.hostname or ""
        port = f":{parts.port}" if parts.port else ""
        self._origin = f"{parts.scheme}://{self._host}{port}"
        self._secure = parts.scheme == "https" or self._host == LOCALHOST

    @property
    def available(self) -> bool:
        return self._secure and not _is_number(self._host)

    def registration_options(
        self, challenge: str, *, account_id: str, name: str, known: Sequence[str]
    ) -> Mapping[str, Any]:
        options = generate_registration_options(
            rp_id=self._host,
            rp_name=SITE_NAME,
            user_id=account_id.encode(),
            user_name=name,
            challenge=challenge.encode(),
            timeout=TIMEOUT_MILLISECONDS,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(id)) for id in known],
        )
        return options_to_json_dict(options)

    def authentication_options(self, challenge: str) -> Mapping[str, Any]:
        options = generate_authentication_options(
            rp_id=self._host,
            challenge=challenge.encode(),
            timeout=TIMEOUT_MILLISECONDS,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return options_to_json_dict(options)

    def answered(self, credential: Credential) -> Answered:
        try:
            if len(json.dumps(credential)) > MAX_ANSWER:
                raise BadPasskey
            response = credential["response"]
            client_data = parse_client_data_json(base64url_to_bytes(response["clientDataJSON"]))
            handle = response.get("userHandle")
            return Answered(
                challenge=client_data.challenge.decode(),
                credential_id=_text(credential["id"], MAX_CREDENTIAL_ID),
                user_handle=base64url_to_bytes(handle).decode() if handle else None,
            )
        except BadPasskey:
            raise
        except Exception:  # whatever the library's parsers stumble over is no answer
            raise BadPasskey from None

    def registered(self, credential: Credential, challenge: str) -> NewCredential:
        try:
            verified = verify_registration_response(
                credential=dict(credential),
                expected_challenge=challenge.encode(),
                expected_rp_id=self._host,
                expected_origin=self._origin,
                require_user_verification=True,
            )
        except Exception:  # its parsers raise more than its own exceptions
            raise BadPasskey from None
        return NewCredential(
            credential_id=_text(bytes_to_base64url(verified.credential_id), MAX_CREDENTIAL_ID),
            public_key=_text(bytes_to_base64url(verified.credential_public_key), MAX_PUBLIC_KEY),
            sign_count=verified.sign_count,
            backed_up=verified.credential_backed_up
            or verified.credential_device_type is CredentialDeviceType.MULTI_DEVICE,
        )

    def proven(self, credential: Credential, challenge: str, *, public_key: str, sign_count: int) -> int:
        try:
            verified = verify_authentication_response(
                credential=dict(credential),
                expected_challenge=challenge.encode(),
                expected_rp_id=self._host,
                expected_origin=self._origin,
                credential_public_key=base64url_to_bytes(public_key),
                credential_current_sign_count=sign_count,
                require_user_verification=True,
            )
        except Exception:  # its parsers raise more than its own exceptions
            raise BadPasskey from None
        return verified.new_sign_count


def _text(value: object, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or BASE64URL.fullmatch(value) is None:
        raise BadPasskey
    return value


def _is_number(host: str) -> bool:
    """WebAuthn, section 5.1.3: an address in numbers cannot be a relying party's id."""
    try:
        ip_address(host)
    except ValueError:
        return not host
    return True
