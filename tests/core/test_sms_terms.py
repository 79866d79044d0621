"""To which numbers text messages go."""

import pytest

from haulage.messaging.countries import CALLING_CODES, country_of
from haulage.messaging.sms_terms import STANDARD_SMS_TERMS, SmsTerms


@pytest.mark.parametrize("number", ["+12125550100", "+14165550100", "+17875550100"])
def test_numbers_of_the_united_states_and_canada_get_texts_by_themselves(number: str) -> None:
    assert STANDARD_SMS_TERMS.serves(number)


@pytest.mark.parametrize(
    "number",
    ["+18765550100", "+18095550100", "+19005550100", "+447700900123", "+88216000000", "+37120000000"],
)
def test_other_numbers_get_none_also_where_they_begin_like_american_ones(number: str) -> None:
    assert not STANDARD_SMS_TERMS.serves(number)


def test_an_operator_names_other_countries() -> None:
    terms = SmsTerms(frozenset({"GB"}))
    assert terms.serves("+447700900123")
    assert not terms.serves("+12125550100")


def test_no_calling_code_begins_another() -> None:
    codes = list(CALLING_CODES.values())
    assert [(a, b) for a in codes for b in codes if a != b and b.startswith(a)] == []


@pytest.mark.parametrize(
    ("number", "country"),
    [
        ("+12125550100", "US"),
        ("+14165550100", "CA"),
        ("+18765550100", None),  # Jamaica
        ("+19005550100", None),  # premium services
        ("+442079460958", "GB"),
        ("+999123456", None),
    ],
)
def test_a_country_is_told_by_its_code_and_in_north_america_by_the_area(
    number: str, country: str | None
) -> None:
    assert country_of(number) == country
