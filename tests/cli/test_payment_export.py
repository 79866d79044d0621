"""``haulage payments export``: everybody's payments for spreadsheets and programs."""

import csv
from io import StringIO
from pathlib import Path

import msgspec

from haulage_adapters.wire.payment_export import PaymentColumn
from haulage_adapters.wire.payments import ListedPaymentOut


def test_an_export_has_the_columns_that_are_chosen(haulage, data: Path) -> None:
    columns = (str(column) for column in list(PaymentColumn)[:2])
    chosen = [word for column in columns for word in ("--column", column)]
    answer = haulage("payments", "export", *chosen, "--data", data)
    rows = list(csv.reader(StringIO(answer.out)))
    listed = haulage("payments", "list", "--limit", "100", "--data", data, "--json").json["items"]
    assert {len(row) for row in rows} == {2}
    assert len(rows) == len(listed) + 1


def test_an_export_for_programs_has_every_field_of_the_api(haulage, data: Path) -> None:
    answer = haulage("payments", "export", "--data", data, "--json")
    listed = haulage("payments", "list", "--limit", "100", "--data", data, "--json").json["items"]
    exported = [msgspec.json.decode(line, type=ListedPaymentOut) for line in answer.out.splitlines()]
    assert [each.id for each in exported] == [each["id"] for each in listed]


def test_columns_belong_to_the_table_alone(haulage, data: Path) -> None:
    answer = haulage(
        "payments", "export", "--column", str(next(iter(PaymentColumn))), "--data", data, "--json"
    )
    assert answer.code == 2
    assert "--column" in answer.err + answer.out
