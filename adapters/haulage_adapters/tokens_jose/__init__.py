"""Access tokens as signed JSON Web Tokens, under keys that the processes of a marketplace share."""

from haulage_adapters.tokens_jose.proof_seals import JoseKeyCheck, JoseProofSeals
from haulage_adapters.tokens_jose.seal import KeysSealedOtherwise, Seal
from haulage_adapters.tokens_jose.tokens import JoseTokens

__all__ = ["JoseKeyCheck", "JoseProofSeals", "JoseTokens", "KeysSealedOtherwise", "Seal"]
