"""Passkeys by py_webauthn."""

from haulage_adapters.passkeys_webauthn.ceremonies import WebAuthnCeremonies

__all__ = ["WebAuthnCeremonies"]
