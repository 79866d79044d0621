"""Codes that a device computes from a shared secret and the time (RFC 6238)."""

from datetime import datetime
from typing import Protocol


class OneTimePasswords(Protocol):
    def new_secret(self) -> str:
        """A random secret in Base32, as authenticator applications take it."""
        ...

    def step_of(self, secret: str, code: str, now: datetime) -> int | None:
        """The time step whose code this is, one before or after *now* at most; None for a wrong code."""
        ...

    def uri(self, secret: str, *, account: str, issuer: str) -> str:
        """The ``otpauth:`` address that an authenticator application reads."""
        ...

    def qr_svg(self, uri: str) -> str:
        """The address as a QR code, an SVG document that refers to nothing outside."""
        ...
