"""By what an erasure that was begun finds what is left of the person, as it is stored until it is done."""

import json
from collections.abc import Iterable, Iterator, Mapping

from haulage.kernel.redaction import Traces
from haulage.ports.storage.personal_data import Erased

MAX_PIECE_LENGTH = 30_000
"""Ours, characters: JSON Web Encryption of usual libraries takes at most 65,536 octets of ciphertext."""


def in_pieces(erased: Erased) -> list[str]:
    """Each is read by itself, so that those of two erasures of one person add up."""
    found = sorted((kind, value) for kind, values in _by_kind(erased).items() for value in values)
    pieces: list[str] = []
    piece: list[tuple[str, str]] = []
    length = 0
    for each in found:
        added = len(json.dumps(each)) + len(", ")
        if piece and length + added > MAX_PIECE_LENGTH:
            pieces.append(json.dumps(piece))
            piece, length = [], 0
        piece.append(each)
        length += added
    return [*pieces, json.dumps(piece)] if piece else pieces


def of_pieces(pieces: Iterable[str]) -> Erased:
    """What :func:`in_pieces` was given."""
    found: dict[str, set[str]] = {}
    for kind, value in _values(pieces):
        found.setdefault(kind, set()).add(value)
    of = {kind: frozenset(values) for kind, values in found.items()}
    none = frozenset[str]()
    return Erased(
        addresses=of.get("addresses", none),
        traces=Traces(
            of.get("names", none), of.get("phones", none), of.get("emails", none), of.get("whole", none)
        ),
        others=of.get("others", none),
    )


def _by_kind(erased: Erased) -> Mapping[str, frozenset[str]]:
    return {
        "addresses": erased.addresses,
        "others": erased.others,
        "names": erased.traces.names,
        "phones": erased.traces.phones,
        "emails": erased.traces.emails,
        "whole": erased.traces.whole,
    }


def _values(pieces: Iterable[str]) -> Iterator[tuple[str, str]]:
    for piece in pieces:
        yield from json.loads(piece)
