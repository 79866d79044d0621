"""Time-based one-time passwords."""

from haulage_adapters.totp_pyotp.passwords import TotpPasswords

__all__ = ["TotpPasswords"]
