"""What it takes to examine a file of proofs: cryptography, and neither a database nor a server."""

from haulage.proofs import KeyCheck


def key_check() -> KeyCheck:
    from haulage_adapters.tokens_jose import JoseKeyCheck

    return JoseKeyCheck()
