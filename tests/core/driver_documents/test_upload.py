"""Pieces of a file on its way: which comes next, which came before, and which is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import NOON
from haulage.driver_documents import (
    MAX_DOCUMENT_OCTETS,
    MOST_PIECES,
    PIECE_OCTETS,
    DocumentRefused,
    DocumentUpload,
    with_piece,
)
from haulage.kernel.driver_document import DocumentType
from haulage.kernel.errors import InvalidInput

LENGTHS = st.integers(1, MAX_DOCUMENT_OCTETS)


def an_upload(octets: int, received: int = 0) -> DocumentUpload:
    kind = DocumentType.PROOF_OF_AGE
    return DocumentUpload("upl_1", "usr_1", "c1", kind, "age.pdf", octets, NOON, received)


@given(LENGTHS)
def test_a_file_is_whole_after_its_pieces_and_never_before(octets: int) -> None:
    upload = an_upload(octets)
    for number in range(upload.pieces):
        assert not upload.is_whole
        offset = number * PIECE_OCTETS
        length = min(PIECE_OCTETS, octets - offset)
        assert upload.is_new(offset, length)
        upload = with_piece(upload, offset)
        assert not upload.is_new(offset, length)
    assert upload.is_whole
    assert upload.pieces <= MOST_PIECES


@given(LENGTHS, st.integers(-(2**70), 2**70), st.integers(0, 2**40), st.integers(0, MOST_PIECES))
def test_what_is_accepted_is_a_piece_within_the_file_and_leaves_no_gap(
    octets: int, offset: int, length: int, pieces: int
) -> None:
    upload = an_upload(octets, min(pieces * PIECE_OCTETS, octets))
    try:
        is_new = upload.is_new(offset, length)
    except InvalidInput:
        return
    assert offset % PIECE_OCTETS == 0
    assert 0 <= offset <= upload.received
    assert 0 < length == min(PIECE_OCTETS, octets - offset)
    assert is_new == (offset == upload.received)


@pytest.mark.parametrize("octets", [0, -1, MAX_DOCUMENT_OCTETS + 1, 2**60])
def test_a_length_that_cannot_be_is_refused_before_anything_is_sent(octets: int) -> None:
    with pytest.raises(DocumentRefused):
        an_upload(octets)


def test_no_piece_begins_at_the_end_of_a_file() -> None:
    octets = 2 * PIECE_OCTETS
    with pytest.raises(InvalidInput) as refused:
        an_upload(octets, octets).is_new(octets, 0)
    assert refused.value.field == "offset"
