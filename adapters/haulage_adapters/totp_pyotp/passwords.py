"""The ``OneTimePasswords`` port by pyotp, with QR codes by segno."""

import hmac
from datetime import datetime
from io import BytesIO

import pyotp
import segno

from haulage.ports.identity.one_time_passwords import OneTimePasswords

STEP_SECONDS = 30
"""RFC 6238's default, which every authenticator application takes."""
DRIFT_STEPS = 1
"""RFC 6238, section 5.2: at most one step for delays and clocks that differ."""


class TotpPasswords(OneTimePasswords):
    def new_secret(self) -> str:
        return pyotp.random_base32()

    def step_of(self, secret: str, code: str, now: datetime) -> int | None:
        """Every step is compared, in constant time, so that the time taken tells nothing."""
        device = pyotp.TOTP(secret, interval=STEP_SECONDS)
        present = int(now.timestamp()) // STEP_SECONDS
        found = None
        for step in range(present - DRIFT_STEPS, present + DRIFT_STEPS + 1):
            if hmac.compare_digest(device.generate_otp(step).encode(), code.encode(errors="replace")):
                found = step
        return found

    def uri(self, secret: str, *, account: str, issuer: str) -> str:
        return pyotp.TOTP(secret, interval=STEP_SECONDS).provisioning_uri(name=account, issuer_name=issuer)

    def qr_svg(self, uri: str) -> str:
        drawn = BytesIO()
        segno.make(uri, error="m").save(drawn, kind="svg", scale=4, xmldecl=False, svgns=True)
        return drawn.getvalue().decode()
