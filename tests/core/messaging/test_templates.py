"""Templates: whatever is filled in, a message comes of it or the variable at fault is named."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput, NotFound
from haulage.messaging import Party, filled, template_of, templates_for
from haulage.messaging.templates import CUT, VARIABLES, Template, TemplateCategory, Variable, said_by_sender

ALL = templates_for(None)
LIKELY = {
    "minutes": "12",
    "delay_minutes": "7",
    "amount": "$1,012.50",
    "rate_url": "https://haulage.example/rate/ord_1",
}
ADVERTISING = re.compile(r"(?i)\b(offer|discount|sale|deal|promo|free|save|coupon|% off|buy)\b")


def likely(name: str) -> str:
    return LIKELY.get(name, "Ann Lee")


def test_each_party_has_at_least_six_of_every_occasion() -> None:
    for party in (Party.CUSTOMER, Party.DRIVER):
        own = templates_for(party)
        assert len(own) >= 6
        assert {template.category for template in own} == set(TemplateCategory)
    assert len({template.id for template in ALL}) == len(ALL)


def test_none_of_them_advertises() -> None:
    assert [each.id for each in ALL if ADVERTISING.search(each.message)] == []


def or_refusal(template: Template, texts: dict[str, str]) -> str:
    """The filled text, or nothing where a variable was refused by its name."""
    try:
        return filled(template, texts)
    except InvalidInput as refused:
        return (
            "" if refused.field in {f"variables.{name}" for name in template.variables} else "not named" * 20
        )


@given(st.sampled_from(ALL), st.lists(st.text(max_size=120), min_size=3, max_size=3), st.integers(1, 4))
def test_no_filled_template_is_too_long(template: Template, values: list[str], times: int) -> None:
    texts = dict(zip(template.variables, (value * times for value in values), strict=False))
    for said in (texts, {name: LIKELY.get(name, value) for name, value in texts.items()}):
        text = or_refusal(template, said)
        assert len(text) <= 160
        assert len(text.splitlines()) <= 1


@pytest.mark.parametrize("template", ALL, ids=lambda each: each.id)
def test_every_place_is_filled_and_a_missing_variable_is_named(template: Template) -> None:
    texts = {name: likely(name) for name in template.variables}
    assert not re.search(r"[{}]", filled(template, texts))
    for name in template.variables:
        rest = {each: value for each, value in texts.items() if each != name}
        with pytest.raises(InvalidInput) as refused:
            filled(template, rest)
        assert refused.value.field == f"variables.{name}"


def test_what_looks_like_a_place_in_a_value_is_a_value() -> None:
    template = template_of("driver_on_the_way", Party.DRIVER)
    text = filled(template, {"customer_name": "{driver_name}", "driver_name": "Dee"})
    assert text == "Hi {driver_name}, this is Dee, your driver. I am on my way."


def test_a_long_address_is_cut_so_that_one_sees_it() -> None:
    text = filled(template_of("driver_at_pickup", Party.DRIVER), {"pickup_address": "1 Long Lane " * 20})
    assert text.endswith("....")


@pytest.mark.parametrize("minutes", ["", "-1", "1.5", "1000", "٣", "7 minutes", "07"])
def test_minutes_are_whole_ones(minutes: str) -> None:
    with pytest.raises(InvalidInput, match=r"variables.delay_minutes"):
        filled(template_of("driver_late", Party.DRIVER), {"delay_minutes": minutes})


def test_a_sender_says_what_the_server_does_not_know_and_nothing_else() -> None:
    late = template_of("driver_late", Party.DRIVER)
    assert said_by_sender(late, {"delay_minutes": "5"}) == {"delay_minutes": "5"}
    assert late.asks == ("delay_minutes",)
    for texts in ({"driver_name": "Somebody else"}, {"x" * 5_000: "1"}):
        with pytest.raises(InvalidInput):
            said_by_sender(late, texts)
    with pytest.raises(InvalidInput, match="is filled in for you"):
        said_by_sender(template_of("driver_on_the_way", Party.DRIVER), {"driver_name": "Somebody else"})


def test_nobody_sends_a_template_of_others() -> None:
    for id, party in (
        ("driver_late", Party.CUSTOMER),
        ("customer_late", Party.DRIVER),
        ("system_delivered", Party.DRIVER),
        ("nonsense", Party.DRIVER),
    ):
        with pytest.raises(NotFound, match="Message template not found"):
            template_of(id, party)


def test_a_template_that_could_grow_too_long_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="161 characters"):
        Template("t", "T", TemplateCategory.GENERAL, Party.DRIVER, "x" * 101 + "{pickup_address}")
    longest = Template("t", "T", TemplateCategory.GENERAL, Party.DRIVER, "x" * 100 + "{pickup_address}")
    assert longest.variables == ("pickup_address",)
    assert VARIABLES["pickup_address"].longest == 60


def test_a_value_is_cut_only_above_its_longest_length() -> None:
    free = Variable(10)
    assert free.value("x", "a" * 10) == "a" * 10
    cut = free.value("x", "a" * 11)
    assert cut == "a" * (10 - len(CUT)) + CUT


def test_a_value_of_a_form_is_never_cut() -> None:
    formed = Variable(3, pattern=re.compile("[0-9]+"), looks="digits")
    assert formed.value("x", "123") == "123"
    with pytest.raises(InvalidInput, match="must be digits"):
        formed.value("x", "1234")


def test_each_party_is_shown_its_own_templates() -> None:
    for party in Party:
        assert {each.user_type for each in templates_for(party)} == {party}
    assert {each.user_type for each in templates_for(None)} == set(Party)
