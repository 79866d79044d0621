"""Exported forms: what corrects one, and what stands in the way of exporting (OP-69)."""

from datetime import UTC, datetime

import attrs
import pytest

from haulage.tax.filing import MAX_NAMED_FAULTS, Filing, FilingFault, FilingIncomplete
from haulage.tax.tax_form import TaxForm

FILING = Filing("fil_1", "drv_1", 2026, TaxForm.NEC, 2_500_00, 0, "w9f_1", datetime(2027, 1, 15, tzinfo=UTC))


def test_a_form_says_the_same_when_only_its_export_is_another() -> None:
    again = attrs.evolve(FILING, id="fil_2", exported_at=datetime(2027, 2, 1, tzinfo=UTC), corrects="fil_1")
    assert FILING.has_figures_of(attrs.evolve(again, w9_id="w9f_2"))
    for change in ({"reported_cents": 2_500_01}, {"withheld_cents": 1}, {"form": TaxForm.K}):
        assert not FILING.has_figures_of(attrs.evolve(FILING, **change))


def test_a_form_is_of_nothing_once_nothing_is_in_its_boxes() -> None:
    assert attrs.evolve(FILING, reported_cents=0).is_of_nothing
    assert not attrs.evolve(FILING, reported_cents=0, withheld_cents=1).is_of_nothing
    assert not FILING.is_of_nothing


def test_a_fault_names_the_driver_or_else_the_filer() -> None:
    assert str(FilingFault("drv_1", "no number")) == "drv_1: no number"
    assert str(FilingFault(None, "HAULAGE_FILER_EIN is not set")) == "Filer: HAULAGE_FILER_EIN is not set"


@pytest.mark.parametrize(
    ("faults", "end"), [(MAX_NAMED_FAULTS, "no number."), (MAX_NAMED_FAULTS + 1, "no number; and 1 more.")]
)
def test_so_many_faults_are_named_and_the_rest_counted(faults: int, end: str) -> None:
    message = FilingIncomplete([FilingFault(f"drv_{each}", "no number") for each in range(faults)]).message
    assert message.startswith("Nothing was exported. drv_0: no number; drv_1: no number")
    assert message.endswith(end)
    assert message.count("no number") == MAX_NAMED_FAULTS
