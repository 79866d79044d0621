"""A confirmed row of sales tax names its place, its rule and whoever answers for it."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from haulage.kernel.confirmation import FIRST_DAY, MAX_CONFIRMER, MAX_SOURCE
from haulage.kernel.errors import InvalidInput
from haulage.kernel.services import ServiceType
from haulage.pricing import TaxPlace, TaxRow
from haulage.pricing.confirmed_tax import (
    PROPOSALS,
    TaxConfirmation,
    percent_of_rate,
    rate_of_percent,
    taxed_of,
)

NEW_YORK = TaxPlace("NY")
DAY = date(2026, 1, 31)


def confirmed(
    place: TaxPlace = NEW_YORK, since: date = DAY, source: str = "TB-ST-341", by: str = "Ann Lee, CPA"
) -> TaxConfirmation:
    return TaxConfirmation(TaxRow(Fraction(0), since, place, ServiceType.MOVING), source, by, DAY)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("state", {"place": TaxPlace()}),
        ("state", {"place": TaxPlace("New York")}),
        ("county", {"place": TaxPlace("NY", " ")}),
        ("zip_code", {"place": TaxPlace("NY", None, "1120")}),
        ("since", {"since": date(1999, 12, 31)}),
        ("source", {"source": " "}),
        ("source", {"source": "x" * 501}),
        ("confirmed_by", {"by": ""}),
    ],
)
def test_what_is_missing_or_wrong_is_named(field: str, said: dict[str, object]) -> None:
    with pytest.raises(InvalidInput) as caught:
        confirmed(**said)  # type: ignore[arg-type]
    assert caught.value.field == field


@pytest.mark.parametrize("percent", ["0", "8.875", "4", "15", "0.0001", "10"])
def test_a_percentage_comes_back_as_it_was_typed(percent: str) -> None:
    assert str(percent_of_rate(rate_of_percent(Decimal(percent)))) == percent


@pytest.mark.parametrize("percent", ["-1", "15.01", "88.75", "8.00001", "NaN", "Infinity"])
def test_a_rate_that_nobody_levies_is_refused(percent: str) -> None:
    with pytest.raises(InvalidInput, match="rate_percent"):
        rate_of_percent(Decimal(percent))


def test_only_services_and_assembly_are_taxed() -> None:
    assert taxed_of("assembly") == "assembly"
    assert taxed_of("moving") is ServiceType.MOVING
    with pytest.raises(InvalidInput, match="delivery, moving, pickup, assembly"):
        taxed_of("storage")


def test_what_is_proposed_taxes_carriage_nowhere_and_leaves_assembly_open() -> None:
    rates = {(state, taxed): percent for state, taxed, percent, _ in PROPOSALS}
    assert {place[0] for place in rates} == {"NY", "NJ"}
    assert {taxed for (_, taxed), percent in rates.items() if percent == "0"} == set(ServiceType)
    assert rates["NY", "assembly"] == rates["NJ", "assembly"] == ""


def test_a_confirmation_is_taken_up_to_each_bound() -> None:
    made = confirmed(source="x" * MAX_SOURCE, by="x" * MAX_CONFIRMER, since=FIRST_DAY)
    assert (len(made.source), len(made.confirmed_by)) == (MAX_SOURCE, MAX_CONFIRMER)
