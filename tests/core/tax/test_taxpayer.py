"""Taxpayer numbers, Form W-9 and backup withholding (OP-67, OP-69)."""

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import NOBODYS_NUMBER, NOON, a_w9
from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import MAX_CENTS
from haulage.tax import (
    TaxAddress,
    TaxClassification,
    TaxpayerNumberType,
    W9Draft,
    backup_withholding,
    is_withheld_from,
    taxpayer_number,
    w9_form,
)

SSN, EIN, ITIN = TaxpayerNumberType.SSN, TaxpayerNumberType.EIN, TaxpayerNumberType.ITIN


@pytest.mark.parametrize(
    ("type", "text", "written"),
    [
        (SSN, "219099999", "219-09-9999"),
        (SSN, " 001-01-0001", "001-01-0001"),
        (ITIN, "900-70-0000", "900-70-0000"),
        (ITIN, "999 99 9999", "999-99-9999"),
        (EIN, "123456789", "12-3456789"),
        (EIN, "99-0000000", "99-0000000"),
    ],
)
def test_a_number_is_read_with_or_without_hyphens(type: TaxpayerNumberType, text: str, written: str) -> None:
    number = taxpayer_number(type, text)
    assert (number.written, number.last4) == (written, written[-4:])
    assert number.digits not in repr(number)


@pytest.mark.parametrize(
    ("type", "text"),
    [
        (SSN, "000-12-3456"),
        (SSN, "666-12-3456"),
        (SSN, "900-12-3456"),
        (SSN, "999-12-3456"),
        (SSN, "219-00-9999"),
        (SSN, "219-09-0000"),
        (SSN, "21909999"),
        (SSN, "2190999990"),
        (SSN, "٢١٩٠٩٩٩٩٩"),
        (ITIN, "219-09-9999"),
        (ITIN, "900-49-0000"),
        (ITIN, "900-66-0000"),
        (ITIN, "900-69-0000"),
        (ITIN, "900-89-0000"),
        (ITIN, "900-93-0000"),
        *(
            (EIN, f"{prefix}1234567")
            for prefix in ("00", "07", "17", "19", "28", "49", "69", "70", "79", "97")
        ),
    ],
)
def test_what_nobody_was_ever_given_is_refused_and_not_repeated(type: TaxpayerNumberType, text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        taxpayer_number(type, text)
    assert caught.value.name == "number"
    assert text not in caught.value.message


def test_a_checked_form_keeps_the_number_apart_and_trims_its_words() -> None:
    draft = a_w9(name="  Dee   Driver ", fatca_code=" a ")
    checked = draft.checked()
    assert (checked.draft.name, checked.draft.fatca_code, checked.draft.number) == ("Dee Driver", "A", "")
    form = w9_form("w9f_1", "drv_1", checked, NOON)
    assert (form.last4, form.certified_at, form.is_exempt_payee) == ("9999", NOON, False)
    for shown in (repr(draft), repr(checked), repr(form)):
        assert NOBODYS_NUMBER not in shown
        assert "219099999" not in shown


def test_a_name_may_have_its_whole_length() -> None:
    assert a_w9(name="n" * 80).checked().draft.name == "n" * 80


CORPORATION = {"classification": TaxClassification.LLC_C, "number_type": EIN, "number": "12-3456789"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "n" * 81}, "name"),
        ({"signature": ""}, "signature"),
        ({"certification": "w9-1999"}, "certification"),
        ({"exempt_payee_code": "5"}, "exempt_payee_code"),
        (CORPORATION | {"exempt_payee_code": "14"}, "exempt_payee_code"),
        ({"fatca_code": "N"}, "fatca_code"),
        ({"classification": TaxClassification.PARTNERSHIP}, "number_type"),
        ({"address": TaxAddress("1 A St", "Brooklyn", "XX", "11201")}, "state"),
        ({"address": TaxAddress("1 A St", "Brooklyn", "NY", "1120")}, "zip_code"),
        ({"address": TaxAddress("1 A St", "Brooklyn", "NY", "1120\u0661")}, "zip_code"),
        ({"address": TaxAddress("", "Brooklyn", "NY", "11201")}, "street"),
        ({"address": TaxAddress("1 A St", " ", "NY", "11201-0001")}, "city"),
    ],
)
def test_each_fault_of_a_form_is_named(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        a_w9(**changes).checked()
    assert caught.value.name == field


def withheld(cents: int, draft: W9Draft) -> int:
    return backup_withholding(cents, w9_form("w9f_1", "drv_1", draft.checked(), NOON))


def test_a_quarter_less_a_hundredth_is_withheld_without_a_form() -> None:
    assert backup_withholding(100_00, None) == 24_00
    assert backup_withholding(1_02, None) == 24, "0.2448, rounded to the cent"
    assert backup_withholding(1, None) == 0
    assert withheld(100_00, a_w9()) == 0


def test_who_is_told_by_the_irs_is_withheld_from_unless_they_are_exempt() -> None:
    w9 = a_w9(is_subject_to_withholding=True)
    assert withheld(100_00, w9) == 24_00
    assert withheld(100_00, attrs.evolve(w9, **CORPORATION, exempt_payee_code="5")) == 0
    assert is_withheld_from(None)


@given(st.integers(1, MAX_CENTS))
def test_something_of_every_payout_is_left(cents: int) -> None:
    assert 0 <= backup_withholding(cents, None) < cents
