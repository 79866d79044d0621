"""``haulage price``: exact, refused by name, and light."""

import json
import subprocess
import sys

import pytest

KEYS = [
    "base_fare_cents",
    "distance_fee_cents",
    "time_fee_cents",
    "urgency_fee_cents",
    "extra_fees_cents",
    "subtotal_cents",
    "taxes_cents",
    "total_cents",
    "driver_share_cents",
    "platform_share_cents",
    "tariff",
]
QUOTE = ("price", "quote", "--service", "delivery")


def test_the_documented_example_costs_what_the_document_says(haulage):
    fare = haulage(*QUOTE, "--miles", "5", "--minutes", "20", "--json").json
    assert list(fare) == KEYS
    assert fare["subtotal_cents"] == 40_00
    assert fare["total_cents"] == 43_30


def test_miles_are_taken_exactly_as_they_read(haulage):
    """7.53 miles at two dollars are 15.06, whatever a binary fraction makes of it."""
    assert haulage(*QUOTE, "--miles", "7.53", "--minutes", "20", "--json").json["distance_fee_cents"] == 15_06
    assert haulage(*QUOTE, "--miles", "1.0025", "--minutes", "1", "--json").json["distance_fee_cents"] == 2_01


def test_every_extra_has_its_option(haulage):
    command = (
        *QUOTE,
        "--miles",
        "5",
        "--minutes",
        "20",
        "--weight",
        "54",
        "--fragile",
        "--assembly",
        "--peak",
    )
    assert (
        haulage(*command, "--poor-weather", "--json").json["extra_fees_cents"]
        == 1_00 + 10_00 + 25_00 + 5_00 + 8_00
    )


def test_urgency_raises_travel_only(haulage):
    command = (*QUOTE, "--miles", "5", "--minutes", "20", "--urgency", "urgent", "--fragile", "--json")
    assert haulage(*command).json["urgency_fee_cents"] == 24_00


def test_people_read_dollars(haulage):
    answer = haulage(*QUOTE, "--miles", "5", "--minutes", "20")
    assert "Total" in answer.out
    assert "$43.30" in answer.out


@pytest.mark.parametrize("field", ["miles", "minutes", "weight"])
@pytest.mark.parametrize(
    "value", ["NaN", "sNaN", "inf", "-Infinity", "-1", "0", "1e9", "1e999999999", "1e-999999999", "9" * 41]
)
def test_what_cannot_be_believed_is_refused_with_its_field(haulage, field, value):
    given = {"miles": "5", "minutes": "20", "weight": "10", field: value}
    options = [f"--{name}={text}" for name, text in given.items()]
    answer = haulage(*QUOTE, *options, "--json")
    assert answer.code == 1
    assert answer.json["code"] == "invalid_input"
    assert answer.json["param"] == field
    assert haulage(*QUOTE, *options).err.startswith(f"{field}: ")


@pytest.mark.parametrize(
    "value", ["", "five", "1_0", "\N{ARABIC-INDIC DIGIT FIVE}", "5 miles", "0x10", "1,5"]
)
def test_what_is_no_number_is_wrong_use(haulage, value):
    assert haulage(*QUOTE, f"--miles={value}", "--minutes=20", "--json").code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("--service", "teleport", "--miles", "5", "--minutes", "20"),
        ("--service", "delivery", "--miles", "5"),
        ("--service", "delivery", "--miles", "5", "--minutes", "20", "--urgency", "high"),
        ("--service", "delivery", "--miles", "5", "--minutes", "20", "--colour", "red"),
    ],
)
def test_wrong_use_is_exit_code_two(haulage, arguments):
    answer = haulage("price", "quote", *arguments)
    assert answer.code == 2
    assert "Usage:" in answer.err


def test_a_price_needs_neither_database_nor_server_nor_tables():
    """A fresh process tells which modules a price has loaded."""
    program = (
        "import sys, json\n"
        "from haulage_cli.root import haulage\n"
        "arguments = 'price quote --service moving --miles 3 --minutes 9 --json'.split()\n"
        "try: haulage(arguments)\n"
        "except SystemExit: print(json.dumps(sorted(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    fare, modules = map(json.loads, done.stdout.splitlines())
    assert fare["tariff"] == "standard-2"
    heavy = {
        "sqlalchemy",
        "alembic",
        "litestar",
        "msgspec",
        "granian",
        "numpy",
        "rich",
        "asyncio",
        "haulage_adapters",
    }
    assert not heavy & set(modules)


ENDS = ("--from", "40.6,-73.98", "--to", "40.75,-73.98")


def test_a_quick_estimate_needs_no_route(haulage):
    estimated = haulage("price", "estimate", "--service", "moving", *ENDS, "--json").json
    assert (estimated["minutes"], estimated["price_cents"]) == (25, 35_00 + 20_73)
    assert estimated["miles"] == pytest.approx(10.365, abs=0.001)


def test_a_quick_estimate_reads_as_a_price(haulage):
    assert haulage("price", "estimate", "--service", "delivery", *ENDS).out.splitlines() == [
        "Straight line   10.4 mi",
        "Time at 25 mph  25 min",
        "About           $35.73",
    ]


def test_a_quick_estimate_names_a_place_that_is_none(haulage):
    refused = haulage("price", "estimate", "--service", "delivery", "--from", "95,0", "--to", "41,-74")
    assert (refused.code, refused.err) == (1, "lat: must be between -90 and 90 degrees\n")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--miles", "151"), "miles: must be at most 150 miles by road for delivery"),
        (("--miles", "5", "--weight", "2001"), "weight: must be at most 2,000 lb for delivery"),
    ],
)
def test_what_is_beyond_the_bounds_of_the_service_area_has_no_price(haulage, more, said):
    refused = haulage(*QUOTE, "--minutes", "20", *more)
    assert (refused.code, refused.err) == (1, f"{said}\n")


def test_a_quick_estimate_is_given_in_the_service_area_alone(haulage):
    far = ("--from", "40.7461,-73.9967", "--to", "34.0522,-118.2437")
    refused = haulage("price", "estimate", "--service", "delivery", *far)
    said = "We serve New York City, Hoboken and Jersey City for now.\n"
    assert (refused.code, refused.err) == (1, said)


def test_a_helper_is_a_line_of_its_own_within_the_extra_fees(haulage):
    alone = haulage(*QUOTE, "--miles", "5", "--minutes", "20", "--json").json
    helped = haulage(*QUOTE, "--miles", "5", "--minutes", "20", "--helpers", "1", "--json").json
    assert list(helped) == KEYS
    assert helped["extra_fees_cents"] - alone["extra_fees_cents"] == 25_00 + 20 * 50
    assert "Extra helper" in haulage(*QUOTE, "--miles", "5", "--minutes", "20", "--helpers", "1").out
    assert haulage(*QUOTE, "--miles", "5", "--minutes", "20", "--helpers", "2").code == 2
