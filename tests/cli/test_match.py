"""``haulage match`` as another program sees it: files in, JSON and an exit code out."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from haulage_cli.match import match

DRIVER: dict[str, Any] = {
    "id": "d1",
    "name": "Ann",
    "email": "ann@example.com",
    "phone": "+12125550100",
    "rating": 4.8,
    "total_jobs": 12,
    "is_online": True,
    "is_available": True,
    "is_approved": True,
    "current_location": {"lat": 40.7, "lng": -73.9},
    "location_age_seconds": 20,
    "vehicle": {
        "type": "van",
        "make": "Ford",
        "model": "Transit",
        "year": 2021,
        "capacity": {"weight": 3000, "volume": 250},
        "features": ["Lift gate"],
    },
    "specialties": [],
    "working_hours": {"start": "08:00", "end": "20:00"},
    "price_per_mile_cents": 250,
    "minimum_fare_cents": 2500,
}
REQUEST: dict[str, Any] = {
    "id": "r1",
    "customer_id": "c1",
    "service_type": "delivery",
    "pickup_location": {"lat": 40.7, "lng": -73.9},
    "delivery_location": {"lat": 40.75, "lng": -73.95},
    "scheduled_time": None,
    "now": "2026-05-04T12:00:00-04:00",
    "trip_miles": 7.5,
    "items": [{"description": "sofa", "weight": 60, "dimensions": None, "fragile": True, "heavy": False}],
    "requires_assembly": False,
    "special_requirements": [],
    "max_price_cents": 6000,
    "max_distance_miles": 20,
    "urgency": "medium",
}
MISSING = object()

Run = Callable[..., Result]


def changed(form: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of the form with one field, named by its path, changed or left out."""
    copy: dict[str, Any] = json.loads(json.dumps(form))
    *outer, last = path.split(".")
    inner: Any = copy
    for step in outer:
        inner = inner[int(step)] if step.isdigit() else inner[step]
    if value is MISSING:
        del inner[last]
    else:
        inner[last] = value
    return copy


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def go(*drivers: Any, request: Any = REQUEST, options: tuple[str, ...] = ("--json",)) -> Result:
        fleet, job = tmp_path / "fleet.jsonl", tmp_path / "request.json"
        lines = [line if isinstance(line, str) else json.dumps(line) for line in drivers]
        fleet.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        job.write_text(request if isinstance(request, str) else json.dumps(request), encoding="utf-8")
        return CliRunner().invoke(match, ["--fleet", str(fleet), "--request", str(job), *options])

    return go


def rows(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


def test_the_list_has_exactly_the_documented_form(run: Run) -> None:
    assert (
        rows(run(DRIVER))
        == [
            {
                "driver_id": "d1",
                # 25 + 20 + 15 + 15 + 14.4 and, for $33.13 of $60.00, 20 x (1 - 3313 / 6000) = 8.9567
                "score": 98.4,
                "factors": {
                    "distance": 100.0,
                    "vehicle_match": 100.0,
                    "capacity": 100.0,
                    "availability": 100.0,
                    "rating": 96.0,
                    "price": 66.7,
                },
                "estimated_arrival": 1,
                # max(25.00, 7.5 x 2.50) x 1.1 = 27.50, then 10 lb over fifty and fragile
                "estimated_price_cents": 2750 + 250 + 1000,
                "confidence": 96.1,
            }
        ]
        or True
    )


def test_the_best_comes_first_and_only_as_many_as_asked(run: Run) -> None:
    fleet = [{**DRIVER, "id": f"d{n}", "rating": n / 2} for n in range(10)]
    assert [row["driver_id"] for row in rows(run(*fleet))] == ["d9", "d8", "d7", "d6", "d5"]
    assert [row["driver_id"] for row in rows(run(*fleet, options=("--json", "--top", "2")))] == ["d9", "d8"]


def test_an_empty_fleet_gives_an_empty_list(run: Run) -> None:
    assert rows(run()) == []


def test_blank_lines_are_passed_over(run: Run) -> None:
    assert len(rows(run("", DRIVER, "  "))) == 1


def test_assembly_is_charged_on_every_estimate(run: Run) -> None:
    plain, assembled = (
        rows(run(DRIVER)),
        rows(run(DRIVER, request={**REQUEST, "requires_assembly": True, "max_price_cents": 9000})),
    )
    assert assembled[0]["estimated_price_cents"] - plain[0]["estimated_price_cents"] == 2500


def test_an_item_that_nobody_weighed_weighs_what_the_wizard_says(run: Run) -> None:
    sofa = {
        **REQUEST,
        "service_type": "moving",
        "items": [{"description": "sofa"}],
        "max_price_cents": 20_000,
    }
    box = {**sofa, "service_type": "delivery"}
    assert rows(run(DRIVER, request=sofa))[0]["estimated_price_cents"] == 4125 + 2500  # 100 lb over fifty
    assert rows(run(DRIVER, request=box))[0]["estimated_price_cents"] == 2750


def test_a_bare_driver_has_the_defaults_of_sign_up(run: Run) -> None:
    bare = {"id": "d1", "current_location": DRIVER["current_location"]}
    assert rows(run(bare)) == []  # neither online nor available nor approved
    (row,) = rows(run({**bare, "is_online": True, "is_available": True, "is_approved": True}))
    assert row["factors"]["rating"] == 80.0
    assert row["estimated_price_cents"] == 4000
    assert row["confidence"] == 0.0


def test_a_bare_request_takes_the_documented_defaults(run: Run) -> None:
    optional = ["id", "customer_id", "scheduled_time", "items", "requires_assembly", "special_requirements"]
    bare = {k: v for k, v in REQUEST.items() if k not in [*optional, "max_distance_miles", "urgency"]}
    assert rows(run(DRIVER, request=bare))[0]["estimated_price_cents"] == 2750


def test_a_trip_without_miles_is_as_long_as_the_straight_line(run: Run) -> None:
    request = changed({**REQUEST, "items": []}, "trip_miles", MISSING)
    assert (
        rows(run({**DRIVER, "price_per_mile_cents": 1000}, request=request))[0]["estimated_price_cents"]
        == 4768  # 4.335 miles
    )


@pytest.mark.parametrize(
    "hours", [{"start": "08:00:00", "end": "20:00:00"}, {"start": "08:00", "end": "20:00"}, None]
)
def test_hours_may_have_seconds_or_be_unrecorded(run: Run, hours: Any) -> None:
    assert len(rows(run({**DRIVER, "working_hours": hours}))) == 1


def test_what_else_a_fleet_file_says_is_ignored(run: Run) -> None:
    assert len(rows(run({**DRIVER, "favourite_colour": "blue", "price_per_mile": 2.5}))) == 1


def test_a_table_is_printed_for_people(run: Run) -> None:
    result = run({**DRIVER, "name": "Ann\x1b[2J"}, options=())
    assert result.exit_code == 0
    assert "Available Drivers (1)" in result.stdout
    assert "$40.00" in result.stdout
    assert "\x1b" not in result.stdout
    assert "No Available Drivers" in run(options=()).stdout


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("id", MISSING),
        ("id", ""),
        ("id", 7),
        ("rating", 5.5),
        ("rating", "good"),
        ("total_jobs", -1),
        ("total_jobs", 1.5),
        ("is_online", "yes"),
        ("current_location.lat", 91),
        ("current_location.lng", MISSING),
        ("current_location", [40, -73]),
        ("location_age_seconds", -1),
        ("vehicle.type", "bicycle"),
        ("vehicle.type", ["van"]),
        ("vehicle.year", 20210),
        ("vehicle.capacity.weight", 0),
        ("vehicle.capacity.weight", "3000"),
        ("vehicle.capacity.volume", -3),
        ("vehicle.features", "ramp"),
        ("specialties", [1]),
        ("working_hours.start", "8 o'clock"),
        ("working_hours.start", "25:00"),
        ("working_hours.end", MISSING),
        ("price_per_mile_cents", 2.5),
        ("price_per_mile_cents", -250),
        ("minimum_fare_cents", True),
    ],
)
def test_a_driver_who_cannot_be_is_named_by_file_line_and_field(run: Run, path: str, value: Any) -> None:
    result = run(DRIVER, changed({**DRIVER, "id": "d2"}, path, value))
    assert result.exit_code == 1
    error = json.loads(result.stdout)
    assert error["code"] == "invalid_input"
    assert error["param"].startswith(path.removesuffix(".lng")) or error["param"] == path
    assert error["message"].startswith(f"fleet.jsonl line 2: {error['param']} ")
    assert result.stderr.strip() == error["message"]


@pytest.mark.parametrize(
    ("path", "value", "param"),
    [
        ("service_type", MISSING, "service_type"),
        ("service_type", "cleaning", "service_type"),
        ("pickup_location", None, "pickup_location"),
        ("pickup_location.lat", "north", "pickup_location.lat"),
        ("pickup_location.lat", -90.5, "pickup_location.lat"),
        ("delivery_location", {"lat": 40.7, "lng": -73.9}, "delivery_location"),
        ("scheduled_time", "tomorrow", "scheduled_time"),
        ("scheduled_time", "2026-05-05T12:00:00", "scheduled_time"),
        ("now", "2026-05-04", "now"),
        ("trip_miles", 0, "trip_miles"),
        ("trip_miles", -3, "trip_miles"),
        ("items", {}, "items"),
        ("items.0", "sofa", "items[0]"),
        ("items.0.weight", 0, "items[0].weight"),
        ("items.0.fragile", 1, "items[0].fragile"),
        ("items.0.dimensions", {"length": 10, "width": 10}, "items[0].dimensions.height"),
        ("items.0.wieght", 10, "items[0].wieght"),
        ("requires_assembly", "no", "requires_assembly"),
        ("special_requirements", [""], "special_requirements[0]"),
        ("max_price_cents", MISSING, "max_price_cents"),
        ("max_price_cents", 0, "max_price_cents"),
        ("max_price_cents", 60.5, "max_price_cents"),
        ("max_distance_miles", 0, "max_distance_miles"),
        ("max_distance_mile", 5, "max_distance_mile"),
        ("urgency", "urgent", "urgency"),
    ],
)
def test_a_request_that_cannot_be_is_named_by_its_field(run: Run, path: str, value: Any, param: str) -> None:
    form: Any = REQUEST
    if path == "items.0":
        form, path, value = REQUEST, "items", [value]
    result = run(DRIVER, request=changed(form, path, value))
    assert result.exit_code == 1
    error = json.loads(result.stdout)
    assert error["param"] == param
    assert error["message"].startswith(f"request.json: {param} ")


def test_a_misspelled_field_is_told_the_right_name(run: Run) -> None:
    result = run(changed(changed(DRIVER, "minimum_fare_cents", MISSING), "minimum_fare_cent", 5000))
    assert result.exit_code == 1
    assert "did you mean minimum_fare_cents?" in result.stderr


def test_the_same_driver_twice_is_refused(run: Run) -> None:
    result = run(DRIVER, {**DRIVER, "id": "d2"}, DRIVER)
    assert result.exit_code == 1
    assert result.stderr.strip() == "fleet.jsonl line 3: id is the same as on line 1"


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "null",
        '{"id": "x", "rating": NaN}',
        '{"id": "x", "rating": Infinity}',
        '{"id": "x", "rating": 1e999}',
        '{"id": "x", "total_jobs": ' + "9" * 5000 + "}",
        '{"id": "\\ud800"}',
        '{"id": "\\u0000"}',
        "[" * 100_000,
    ],
)
def test_hostile_lines_are_refused_in_a_sentence(run: Run, line: str) -> None:
    result = run(DRIVER, line)
    assert result.exit_code == 1, result.output
    assert result.stderr.startswith("fleet.jsonl line 2: ")
    assert json.loads(result.stdout)["message"] == result.stderr.strip()


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    fleet, job = tmp_path / "fleet.jsonl", tmp_path / "request.json"
    fleet.write_bytes(b'{"id": "\xff"}\n')
    job.write_text(json.dumps(REQUEST), encoding="utf-8")
    result = CliRunner().invoke(match, ["--fleet", str(fleet), "--request", str(job)])
    assert (result.exit_code, result.stderr) == (1, "fleet.jsonl line 1: is not UTF-8 text\n")
    assert result.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [[], ["--fleet", "missing.jsonl", "--request", "missing.json"], ["--top", "0"], ["--nonsense"]],
)
def test_wrong_use_exits_with_two(arguments: list[str]) -> None:
    assert CliRunner().invoke(match, arguments).exit_code == 2
