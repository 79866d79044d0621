"""The installation's hand: signing proofs so that anybody can check them with its public key alone."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import attrs

from haulage.proofs.seal import Sign


@attrs.frozen
class Sealer:
    """Signs under the key with this thumbprint. It works without waiting for anything."""

    key: str
    sign: Sign


class ProofSeals(Protocol):
    """Keys of their own, which sign nothing else; kept, sealed and rotated like those of access tokens."""

    async def sealer(self) -> Sealer:
        """May raise ``Unavailable`` where the keys were sealed under another secret."""
        ...

    async def public_keys(self) -> Sequence[Mapping[str, str]]:
        """All that ever signed, as members of a JSON Web Key Set (RFC 7517)."""
        ...

    def salt(self) -> str:
        """128 random bits in hexadecimal digits."""
        ...
