"""What a driver is sent again, and the references under which it was asked for."""

from datetime import UTC, datetime

import attrs
import pytest

from haulage.ledger.transfer_reversal import ReturnedShare

RETURNED = ReturnedShare("ref_1", "spl_1", 5_00, datetime(2027, 3, 1, tzinfo=UTC))


def test_every_asking_has_a_reference_of_its_own() -> None:
    assert RETURNED.reference == "ref_1-returned"
    assert attrs.evolve(RETURNED, attempts=2).reference == "ref_1-returned-2"


@pytest.mark.parametrize(
    ("reference", "is_ours"),
    [
        ("ref_1-returned", True),
        ("ref_1-returned-1", True),
        ("ref_1-returned1", False),
        ("ref_12-returned", False),
        ("ref_1", False),
        (None, False),
    ],
)
def test_all_askings_for_it_are_known_by_their_references(reference: str | None, is_ours: bool) -> None:
    assert RETURNED.is_asking(reference) is is_ours
