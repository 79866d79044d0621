"""The signature of an archive: whoever writes to the place of the backups cannot write a backup.

An HMAC of the manifest under a key of HAULAGE_SECRET_KEY; the manifest has the hash of every other member. It
is verified before anything of the archive is believed. Without a secret an archive is not signed.
"""

from enum import StrEnum
from hmac import compare_digest

from haulage_adapters.backups.refusals import RestoreRefused
from haulage_adapters.settings import Settings
from haulage_adapters.tokens_jose.seal import SealingKey

SIGNATURE = "manifest.hmac"
"""The member after the manifest."""

MAX_SIGNATURE = 256
PURPOSE = b"haulage backup manifest"


class Verified(StrEnum):
    """What is known of where an archive comes from."""

    YES = "yes"
    NO = "no"
    """It is not signed with the secret, and the operator restores it all the same."""
    WITHOUT_SECRET = "without_secret"  # noqa: S105  (a word)
    """HAULAGE_SECRET_KEY is not set here, so nothing can be verified."""


def signature_of(settings: Settings, manifest: bytes) -> bytes | None:
    """None where no secret is set."""
    return _signed(settings.secret_key, manifest) if settings.secret_key else None


def verify(settings: Settings, manifest: bytes, signature: bytes | None, *, unsigned: bool) -> Verified:
    """Whether the secret, or one that it replaces, signed the manifest.

    Raises ``RestoreRefused`` where it did not, unless *unsigned* archives are wanted.
    """
    if not settings.secret_key:
        return Verified.WITHOUT_SECRET
    if signature is not None and any(
        compare_digest(_signed(secret, manifest), signature)
        for secret in (settings.secret_key, *settings.previous_secrets)
    ):
        return Verified.YES
    if not unsigned:
        found = "has no signature" if signature is None else "was signed with another one, or changed since"
        raise RestoreRefused(
            f"The backup is not signed with this HAULAGE_SECRET_KEY: it {found}. Set the secret of its time, "
            "or restore it with --unsigned if nobody else could have written it."
        )
    return Verified.NO


def _signed(secret: str, manifest: bytes) -> bytes:
    return SealingKey.of(secret).mac(PURPOSE, manifest).encode()
