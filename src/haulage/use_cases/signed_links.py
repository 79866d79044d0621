"""Addresses that open one thing for a short while without a sign-in: signed, and stored nowhere."""

from datetime import datetime
from hmac import compare_digest

from haulage.ports.identity.tokens import Tokens


async def sign(tokens: Tokens, name: str, until: int) -> str:
    """The signature under the *name* of what is opened, and the second in which its address ends."""
    return await tokens.fingerprint(f"{name}:{until}")


async def is_good(tokens: Tokens, name: str, until: int, signature: str, now: datetime) -> bool:
    """Whether the address is ours and its time is not over."""
    genuine = compare_digest((await sign(tokens, name, until)).encode(), signature.encode())
    return genuine and now.timestamp() < until
