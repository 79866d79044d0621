"""Payments as rows of a spreadsheet."""

import csv
import io

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import a_payment
from haulage.ports.storage.payments import ListedPayment
from haulage_adapters.wire.csv_rows import FORMULA_STARTS, csv_lines
from haulage_adapters.wire.payment_export import PAYMENT_TABLE, PaymentColumn

LISTED = ListedPayment(a_payment(), 10_042, "Ann, Example", None)


def test_the_chosen_columns_come_in_the_chosen_order() -> None:
    columns = [PaymentColumn.ORDER, PaymentColumn.AMOUNT, PaymentColumn.CUSTOMER, PaymentColumn.EMAIL]
    text = PAYMENT_TABLE.header(columns) + PAYMENT_TABLE.rows(columns, [LISTED])
    assert text == '"order","amount","customer","email"\r\n"10042","43.30","Ann, Example",""\r\n'


def test_every_column_has_a_value_for_every_payment() -> None:
    (line,) = csv.reader(io.StringIO(PAYMENT_TABLE.rows(list(PaymentColumn), [LISTED])))
    assert len(line) == len(PaymentColumn)


@pytest.mark.parametrize(
    "name", ["=HYPERLINK(1)", "+1", "-1", "@A1", " =1", "\t=1", "\uff1d1", "\u3000\uff201"]
)
def test_a_name_is_never_a_formula(name: str) -> None:
    (line,) = csv.reader(
        io.StringIO(PAYMENT_TABLE.rows([PaymentColumn.CUSTOMER], [attrs.evolve(LISTED, customer_name=name)]))
    )
    assert line == [f"'{name}"]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), min_size=1))
def test_what_is_written_is_read_back_and_begins_no_formula(values: list[str]) -> None:
    (line,) = csv.reader(io.StringIO(csv_lines([values]), newline=""))
    assert [text.removeprefix("'") for text in line] == [text.removeprefix("'") for text in values]
    assert not any(text.lstrip(" ").startswith(FORMULA_STARTS) for text in line)
