"""The public keys that verify access tokens."""

from collections.abc import Mapping, Sequence

import attrs

from haulage.ports.identity.tokens import Tokens


@attrs.frozen
class PublicKeys:
    """The members of the JSON Web Key Set; nothing secret is in them."""

    tokens: Tokens

    async def __call__(self) -> Sequence[Mapping[str, str]]:
        return await self.tokens.public_keys()
