"""``haulage maps route``: one way, or a file of them, without a database."""

import csv
import io
import subprocess
import sys

import httpx
import pytest
import respx
import stamina

from haulage_adapters.embedded.calibrated.street_lines.lines import leg_line
from recorded_engines import WAYS, recording

HEADING = "pickup_lat,pickup_lng,dropoff_lat,dropoff_lng,pickup_at"
TRIP = "40.7580,-73.9855,40.7033,-73.9881"
NOON = "2026-01-14 12:30:00"
ONE = ("maps", "route", "--from", "40.7580,-73.9855", "--to", "40.7033,-73.9881", "--at")


@pytest.fixture
def batch(haulage, tmp_path):
    def run(*lines, raw=None):
        path = tmp_path / "trips.csv"
        path.write_bytes("\n".join(lines).encode() if raw is None else raw)
        return haulage("maps", "route", "--batch", path, "--json")

    return run


def test_one_way_is_told_in_miles_and_seconds(haulage):
    answer = haulage(*ONE, "2026-01-14T12:30:00-05:00", "--json").json
    assert list(answer) == ["distance_miles", "duration_seconds"]
    assert 5 < answer["distance_miles"] < 6.6
    assert 20 * 60 < answer["duration_seconds"] < 40 * 60


def test_a_time_without_an_offset_is_new_yorks(haulage):
    ours = haulage(*ONE, "2026-01-14T12:30:00", "--json").json
    assert ours == haulage(*ONE, "2026-01-14T17:30:00Z", "--json").json
    assert ours != haulage(*ONE, "2026-01-14T03:30:00", "--json").json


def test_without_a_time_one_sets_out_now(haulage):
    assert haulage(*ONE[:-1], "--json").json["distance_miles"] > 5


def test_people_read_the_bridge_and_that_it_is_an_estimate(haulage):
    answer = haulage(*ONE, NOON)
    assert "Brooklyn Bridge" in answer.out
    assert "approximate" in answer.out


def test_a_batch_answers_every_row_in_order_with_two_columns_more(batch, haulage):
    answer = batch(
        f"{HEADING},note", f'{TRIP},{NOON},"first, of two"', "", f"{TRIP},2026-01-14T08:30:00Z,second"
    )
    rows = list(csv.reader(io.StringIO(answer.out)))
    assert rows[0] == [*HEADING.split(","), "note", "distance_miles", "duration_seconds"]
    assert [row[:6] for row in rows[1:]] == [
        [*TRIP.split(","), NOON, "first, of two"],
        [*TRIP.split(","), "2026-01-14T08:30:00Z", "second"],
    ]
    single = haulage(*ONE, NOON, "--json").json
    assert float(rows[1][6]) == single["distance_miles"]
    assert int(rows[1][7]) == single["duration_seconds"]
    assert int(rows[2][7]) < int(rows[1][7])


def test_the_columns_may_stand_in_any_order_after_a_byte_order_mark(batch):
    answer = batch(
        raw=f"pickup_at,dropoff_lng,dropoff_lat,pickup_lng,pickup_lat\r\n{NOON},-73.9881,40.7033,-73.9855,40.7580\r\n".encode(
            "utf-8-sig"
        )
    )
    assert answer.code == 0
    assert len(answer.out.splitlines()) == 2


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("91,-73.9,40.7,-73.9,2026-01-14 12:30:00", "pickup_lat"),
        ("40.7,-181,40.7,-73.9,2026-01-14 12:30:00", "pickup_lng"),
        ("40.7,-73.9,north,-73.9,2026-01-14 12:30:00", "dropoff_lat"),
        ("40.7,-73.9,40.7,nan,2026-01-14 12:30:00", "dropoff_lng"),
        ("40.7,-73.9,40.7,inf,2026-01-14 12:30:00", "dropoff_lng"),
        ("40.7,-73.9,40.7,,2026-01-14 12:30:00", "dropoff_lng"),
        ("40.7,-73.9,40.7,-73.9,yesterday", "pickup_at"),
        ("40.7,-73.9,40.7,-73.9,0001-01-01T00:00:00+14:00", "pickup_at"),
    ],
)
def test_a_bad_row_is_refused_by_line_and_column_after_the_good_ones(batch, row, column):
    answer = batch(HEADING, f"{TRIP},{NOON}", row, f"{TRIP},{NOON}")
    assert answer.code == 1
    *good, refusal = answer.out.splitlines()
    assert len(good) == 2
    assert f"trips.csv line 3: {column} must" in refusal or "outside the calendar" in refusal
    assert f'"param": "{column}"' in refusal


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "line 1: pickup_lat must be a column"),
        (["pickup_lat,pickup_lng"], "line 1: dropoff_lat must be a column"),
        ([f"{HEADING},pickup_at"], "line 1: pickup_at must be a column, once"),
        ([f"{HEADING},distance_miles"], "line 1: distance_miles is a column that the answer adds"),
        ([HEADING, TRIP], "line 2: has 4 fields where the heading has 5"),
        ([HEADING, f"{TRIP},{NOON}", "9" * 20_000], "line 3: is longer than 10,000 bytes"),
    ],
)
def test_a_file_of_another_form_is_refused(batch, lines, words):
    answer = batch(*lines)
    assert answer.code == 1
    assert words in answer.out


def test_bytes_that_are_no_text_are_refused(batch):
    answer = batch(raw=HEADING.encode() + b"\n\xff\xfe,1,2,3,4\n")
    assert answer.code == 1
    assert "is not UTF-8 text" in answer.out


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--from", "40.7,-73.9"),
        ("--from", "40.7", "--to", "40.7,-73.9"),
        ("--from", "40.7,-73.9", "--to", "40.7,-73.8", "--at", "noon"),
    ],
)
def test_wrong_use_is_told_as_such(haulage, arguments):
    assert haulage("maps", "route", *arguments).code == 2


def test_a_batch_takes_no_other_way(haulage, tmp_path):
    (tmp_path / "trips.csv").write_text(HEADING)
    assert haulage("maps", "route", "--batch", tmp_path / "trips.csv", "--from", "40.7,-73.9").code == 2


def test_a_place_off_the_globe_is_refused(haulage):
    answer = haulage("maps", "route", "--from", "91,0", "--to", "40,-73", "--json")
    assert (answer.code, answer.json["param"]) == (1, "lat")


def test_every_row_of_thousands_is_answered(batch):
    answer = batch(HEADING, *[f"{TRIP},{NOON}"] * 2000)
    assert len(answer.out.splitlines()) == 2001


def test_a_batch_draws_no_lines(batch, haulage):
    before = leg_line.cache_info()
    assert batch(HEADING, f"{TRIP},{NOON}").code == 0
    assert leg_line.cache_info() == before
    haulage(*ONE, NOON)
    assert leg_line.cache_info() != before, "a drawn route would have been seen"


def test_it_needs_neither_database_nor_server():
    code = (
        "import sys; from haulage_cli.root import haulage\n"
        f"try: haulage({[*ONE, NOON]!r})\nexcept SystemExit: pass\n"
        "print(sorted({'sqlalchemy', 'litestar', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.fixture
def osrm(monkeypatch):
    """The commands ask an OSRM server, which plays its recording until told otherwise."""
    monkeypatch.setenv("HAULAGE_ROUTES_ENGINE", "osrm")
    monkeypatch.setenv("HAULAGE_ROUTES_URL", "http://ann:open-sesame@roads.test:5000")
    with respx.mock(assert_all_called=False) as server, stamina.set_testing(True, attempts=3):
        yield server.route(url__regex=WAYS["osrm"]).mock(return_value=recording("osrm-ways.json"))


@pytest.mark.usefixtures("osrm")
def test_a_configured_engine_finds_the_way(haulage):
    assert haulage(*ONE, NOON, "--json").json["distance_miles"] == 5.103
    people_read = haulage(*ONE, NOON).out
    assert "Turn left onto Chambers Street" in people_read
    assert "osrm" in people_read
    assert "approximate" not in people_read


@pytest.mark.usefixtures("osrm")
def test_a_configured_engine_finds_the_ways_of_a_file(batch):
    answer = batch(HEADING, f"{TRIP},{NOON}", f"{TRIP},{NOON}")
    assert [line.split(",")[-2] for line in answer.out.splitlines()[1:]] == ["5.103", "5.103"]


def test_an_engine_that_fails_is_an_error_for_programs_and_people(haulage, batch, osrm):
    osrm.mock(side_effect=httpx.ConnectError("refused"))
    answer = haulage(*ONE, NOON, "--json")
    assert answer.code == 1
    assert answer.json == {"code": "unavailable", "message": "Route Calculation Error", "param": None}
    answer = haulage(*ONE, NOON)
    assert (answer.code, answer.out) == (1, "")
    assert "Route Calculation Error" in answer.err
    answer = batch(HEADING, f"{TRIP},{NOON}")
    assert answer.code == 1
    assert "Route Calculation Error" in answer.out.splitlines()[-1]


def test_an_engine_without_an_address_is_refused(haulage, monkeypatch):
    monkeypatch.setenv("HAULAGE_ROUTES_ENGINE", "valhalla")
    answer = haulage(*ONE, NOON, "--json")
    assert answer.code == 1
    assert answer.json["param"] == "HAULAGE_ROUTES_URL"


def test_check_names_the_engine_and_whether_it_answers(haulage, data, osrm):
    answer = haulage("check", "--data", data, "--json")
    (maps,) = [service for service in answer.json["services"] if service["name"] == "maps"]
    assert answer.code == 0
    assert (maps["kind"], maps["adapter"], maps["answers"]) == (
        "real",
        "osrm at http://roads.test:5000",
        True,
    )
    osrm.mock(side_effect=httpx.ConnectError("refused"))
    answer = haulage("check", "--data", data, "--json")
    (maps,) = [service for service in answer.json["services"] if service["name"] == "maps"]
    assert (answer.code, maps["answers"], maps["problem"]) == (1, False, "no, it does not answer")
    assert "open-sesame" not in answer.out + haulage("check", "--data", data).out


def test_a_search_prints_the_apis_suggestions(haulage):
    first = haulage("maps", "search", "350 5th a", "--limit", "2", "--json").json[0]
    assert first["description"] == "350 5th Ave, New York, NY 10118"
    assert first["structured_formatting"] == {
        "main_text": "350 5th Ave",
        "secondary_text": "New York, NY 10118",
    }


def test_geocoding_prints_the_apis_locations(haulage):
    found = haulage("maps", "geocode", "350 Fifth Avenue, New York", "--json").json[0]
    assert found["address_components"]["postal_code"] == "10118"
    assert found["approximate"] is False
    again = haulage("maps", "reverse", f"{found['lat']},{found['lng']}", "--json").json
    assert [each["address"] for each in again] == [found["address"]]


def test_people_read_places_as_a_table(haulage):
    assert "350 5th Ave" in haulage("maps", "search", "350 5th a").out
    assert "10118" in haulage("maps", "geocode", "350 5th ave 10118").out
    assert "Neighborhood" in haulage("maps", "reverse", "40.7484,-73.9857").out


def test_nothing_found_is_an_empty_list_and_no_failure(haulage):
    answer = haulage("maps", "search", "qzxv wvut", "--json")
    assert (answer.code, answer.json) == (0, [])
    assert "Nothing found" in haulage("maps", "geocode", "qzxv wvut").err


def test_a_position_without_an_address_is_refused(haulage):
    answer = haulage("maps", "reverse", "-33.9,18.4", "--json")
    assert (answer.code, answer.json["code"]) == (1, "not_found")


def test_a_text_of_ten_thousand_letters_is_refused_by_name(haulage):
    answer = haulage("maps", "search", "x" * 10_000, "--json")
    assert (answer.code, answer.json["param"]) == (1, "text")


def test_a_text_may_begin_with_a_minus_sign(haulage):
    assert haulage("maps", "search", "-5 main", "--json").code == 0


def test_the_service_area_is_shown_and_asked_about_a_position(haulage):
    whole = haulage("maps", "area", "--json").json
    assert whole["name"] == "New York City, Hoboken and Jersey City"
    assert "Queens" in haulage("maps", "area").out
    assert haulage("maps", "area", "40.7440,-74.0324", "--json").json == {"zone": "Hoboken", "outside": None}
    assert haulage("maps", "area", "40.9312,-73.8988").out == (
        "We serve New York City, Hoboken and Jersey City for now.\n"
    )
