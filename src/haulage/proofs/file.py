"""A file of proofs: everything that it takes to examine them without a database.

Its bytes are the canonical form of one JSON object and a line feed at the end, so that no byte of it can
be changed without notice.
"""

from base64 import b64encode
from collections.abc import Mapping, Sequence

import attrs

from haulage.proofs.canonical import Json, canonical
from haulage.proofs.seal import ProofRecord

FILE_FORMAT = "haulage-proof-file-1"
END = b"\n"


@attrs.frozen
class Enclosed:
    """A record with its photo's bytes. A neighbour in the chain goes without its content."""

    record: ProofRecord
    photo: bytes | None = None


def proof_file(records: Sequence[Enclosed], keys: Sequence[Mapping[str, str]]) -> bytes:
    """The records in the chain's order, with the public keys (RFC 7517) that signed them."""
    return (
        canonical(
            {
                "format": FILE_FORMAT,
                "keys": [dict(key) for key in keys],
                "records": [_record(each) for each in records],
            }
        )
        + END
    )


def _record(enclosed: Enclosed) -> Json:
    record, photo = enclosed.record, enclosed.photo
    content = record.content
    return {
        "seal": record.seal.as_json(),
        "signature": record.signature,
        "content": None
        if content is None
        else {name: {"salt": each.salt, "value": each.value} for name, each in content.items()},
        "photo": None if photo is None else b64encode(photo).decode(),
    }
