"""Passwords kept as Argon2id hashes."""

from haulage_adapters.passwords_argon2.passwords import STANDARD_COST, Argon2Cost, Argon2Passwords

__all__ = ["STANDARD_COST", "Argon2Cost", "Argon2Passwords"]
