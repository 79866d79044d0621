"""Sales tax is a dated table of places; nothing is collected where no row says so."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import RuleBroken
from haulage.kernel.services import ServiceType
from haulage.pricing import (
    ANYWHERE,
    DEMONSTRATION_TAX,
    DEMONSTRATION_TAX_TABLE,
    NoTaxRow,
    SalesTax,
    SalesTaxTable,
    TaxPlace,
    TaxRow,
)

DELIVERY, MOVING = ServiceType.DELIVERY, ServiceType.MOVING
NEW_YORK, KINGS = TaxPlace("NY"), TaxPlace("NY", "Kings")
NEW_JERSEY = TaxPlace("NJ")
LONG_AGO, TODAY = date(2000, 1, 1), date(2026, 5, 4)


def row(
    percent: str,
    place: TaxPlace = ANYWHERE,
    taxed: ServiceType | None = None,
    since: date = LONG_AGO,
    assembly: bool = False,
) -> TaxRow:
    return TaxRow(Fraction(percent) / 100, since, place, "assembly" if assembly else taxed)


def rate(
    *rows: TaxRow, service: ServiceType = DELIVERY, on: date = TODAY, place: TaxPlace = KINGS
) -> Fraction:
    return SalesTaxTable(rows).rates(service, on, place).service * 100


@pytest.mark.parametrize("service", ServiceType)
@pytest.mark.parametrize("place", [ANYWHERE, NEW_YORK, KINGS, NEW_JERSEY])
def test_the_demonstration_taxes_eight_and_a_quarter_percent_of_everything_everywhere(
    service: ServiceType, place: TaxPlace
) -> None:
    assert DEMONSTRATION_TAX_TABLE.rates(service, TODAY, place) == DEMONSTRATION_TAX
    assert SalesTax(Fraction("0.0825"), Fraction("0.0825")) == DEMONSTRATION_TAX


def test_a_locality_wins_over_its_state_and_a_state_over_anywhere() -> None:
    rows = (row("8.875", KINGS), row("4", NEW_YORK), row("1"))
    for order in (rows, rows[::-1]):
        assert rate(*order, place=KINGS) == Fraction("8.875")
        assert rate(*order, place=TaxPlace("NY", "Albany")) == 4
        assert rate(*order, place=NEW_JERSEY) == 1


def test_a_row_for_one_service_wins_over_the_row_for_all_of_the_same_place() -> None:
    rows = (row("4", NEW_YORK), row("0", NEW_YORK, MOVING))
    assert rate(*rows, service=MOVING, place=NEW_YORK) == 0
    assert rate(*rows, service=DELIVERY, place=NEW_YORK) == 4


def test_of_equally_precise_rows_the_later_day_wins_from_that_day_on() -> None:
    rows = (row("4", NEW_YORK), row("5", NEW_YORK, since=TODAY))
    assert rate(*rows, on=date(2026, 5, 3)) == 4
    assert rate(*rows, on=TODAY) == 5


def test_a_later_row_for_a_wider_place_does_not_win() -> None:
    assert rate(row("8.875", KINGS), row("5", NEW_YORK, since=TODAY)) == Fraction("8.875")


def test_a_rate_of_nothing_is_a_rate() -> None:
    assert rate(row("0", NEW_YORK)) == 0


@pytest.mark.parametrize(
    "table",
    [
        SalesTaxTable([]),
        SalesTaxTable([row("4", NEW_JERSEY)]),
        SalesTaxTable([row("4", since=date(2026, 5, 5))]),
        SalesTaxTable([row("4", taxed=MOVING), row("4", assembly=True)]),
    ],
    ids=["no row", "another state's", "not yet in force", "another service's"],
)
def test_without_a_row_there_is_no_price(table: SalesTaxTable) -> None:
    with pytest.raises(NoTaxRow, match=r"^We cannot quote a price here yet: the sales tax") as caught:
        table.rates(DELIVERY, TODAY, KINGS)
    assert isinstance(caught.value, RuleBroken)
    assert caught.value.code == "no_tax_row"


def test_a_row_of_a_locality_says_nothing_of_the_rest_of_the_state() -> None:
    with pytest.raises(NoTaxRow):
        rate(row("8.875", KINGS), place=NEW_YORK)


def test_an_exempt_service_is_not_taxed_by_a_citys_general_rate() -> None:
    rows = [row("8.875", KINGS), row("0", NEW_YORK, taxed=ServiceType.MOVING)]
    assert rate(*rows, service=ServiceType.MOVING) == 0
    assert rate(*rows, service=DELIVERY) == Fraction("8.875")


def test_an_order_without_assembly_needs_no_row_for_it() -> None:
    table = SalesTaxTable([row("0", NEW_YORK, taxed=DELIVERY)])
    assert table.rates(DELIVERY, TODAY, NEW_YORK, assembly=False).service == 0
    with pytest.raises(NoTaxRow):
        table.rates(DELIVERY, TODAY, NEW_YORK, assembly=True)


def test_assembly_has_a_row_of_its_own() -> None:
    table = SalesTaxTable([row("0", NEW_YORK), row("8.875", NEW_YORK, assembly=True)])
    assert table.rates(DELIVERY, TODAY, NEW_YORK) == SalesTax(Fraction(0), Fraction("0.08875"))


def test_assembly_is_taxed_apart_and_the_sum_rounded_once() -> None:
    tax = SalesTax(service=Fraction("0.1"), assembly=Fraction("0.0501"))
    # 10.03 x 0.1 = 1.003 and 25.00 x 0.0501 = 1.2525: together 2.2555, rounded apart only 2.25.
    assert tax.on(35_03, assembly_cents=25_00) == 2_26


def test_without_assembly_only_the_services_rate_counts() -> None:
    assert SalesTax(Fraction("0.1"), Fraction("0.9")).on(40_00, assembly_cents=0) == 4_00


@given(st.integers(0, 10**9), st.integers(0, 10**6), st.fractions(0, 1, max_denominator=10_000))
def test_equal_rates_tax_the_whole_as_its_parts(rest: int, assembly: int, same: Fraction) -> None:
    whole = SalesTax(same, same).on(rest + assembly, assembly_cents=assembly)
    assert abs(whole - (rest + assembly) * same) <= Fraction(1, 2)


BROOKLYN_HEIGHTS = TaxPlace("NY", "Kings", "11201")


def test_a_zip_code_wins_over_its_county() -> None:
    rows = (row("4", NEW_YORK), row("8.875", KINGS), row("1", TaxPlace("NY", zip_code="11201")))
    assert rate(*rows, place=BROOKLYN_HEIGHTS) == 1
    assert rate(*rows, place=TaxPlace("NY", "Kings", "11215")) == Fraction("8.875")


def test_a_county_is_the_same_however_it_is_written() -> None:
    assert TaxPlace("NY", "KINGS  County") == KINGS == TaxPlace("NY", "kings")
    assert TaxPlace("MD", "Baltimore city") != TaxPlace("MD", "Baltimore County")
    assert BROOKLYN_HEIGHTS.shown == "NY, Kings, 11201"


def test_where_the_county_is_not_known_its_states_rate_is_not_taken_for_it() -> None:
    rows = (row("4", NEW_YORK), row("8.875", KINGS))
    with pytest.raises(NoTaxRow):
        rate(*rows, place=NEW_YORK)
    assert rate(*rows, row("4", KINGS, since=TODAY), place=NEW_YORK) == 4


def test_an_exemption_of_the_whole_state_needs_no_county() -> None:
    table = SalesTaxTable([row("8.875", KINGS), row("0", NEW_YORK, taxed=MOVING)])
    assert table.rates(MOVING, TODAY, NEW_YORK, assembly=False).service == 0


def test_without_a_place_there_is_a_rate_only_where_all_rows_say_the_same() -> None:
    same = SalesTaxTable([row("0", NEW_YORK), row("0", NEW_JERSEY)])
    assert same.rates_wherever(DELIVERY, TODAY) == SalesTax(Fraction(0), Fraction(0))
    for rows in ([], [row("0", NEW_YORK), row("6", NEW_JERSEY)], [row("0", NEW_YORK), row("8", KINGS)]):
        with pytest.raises(NoTaxRow):
            SalesTaxTable(rows).rates_wherever(DELIVERY, TODAY)
