"""``haulage drivers update``: a driver's own profile from the command line."""

import pytest
from PIL import Image

from cli.test_orders import ADMIN, CUSTOMER, DRIVER


@pytest.fixture
def update(haulage, data):
    def command(*arguments, of=DRIVER, as_=DRIVER, people=False):
        form = () if people else ("--json",)
        return haulage("drivers", "update", of, *arguments, "--as", as_, "--data", data, *form)

    return command


def test_vehicle_hours_and_rates_are_changed_and_the_rest_stays(update):
    before = update().json
    vehicle = ("--type", "box_truck", "--make", "Isuzu", "--year", "2024", "--capacity-pounds", "5500.5")
    after = update(*vehicle, "--feature", "ramp", "--start", "06:30", "--per-mile-cents", "275").json
    changes = {
        "vehicle": before["vehicle"]
        | {"type": "box_truck", "make": "Isuzu", "year": 2024, "capacity_pounds": 5500.5},
        "vehicle_features": ["ramp"],
        "working_hours_start": "06:30",
        "price_per_mile_cents": 275,
        "updated_at": after["updated_at"],
        "changed_since": after["changed_since"],
    }
    assert after == before | changes
    assert after["changed_since"]
    shown = update("--hours", "mon=08:00-18:00", "--hours", "sat=22:00-04:00", people=True).out
    assert "mon 08:00-18:00, sat 22:00-04:00" in shown
    assert update("--every-day-alike").json["weekday_hours"] is None


def test_wrong_figures_are_refused_by_their_names(update):
    for wrong, field in (
        (("--year", "1990"), "vehicle.year"),
        (("--capacity-pounds", "0"), "vehicle.capacity_pounds"),
        (("--per-mile-cents", "-1"), "price_per_mile_cents"),
        (("--hours", "mon=08:00-18:00", "--hours", "mon=09:00-10:00"), "weekday_hours"),
    ):
        assert update(*wrong).json["message"].startswith(f"{field}: ")
    assert update("--hours", "someday=08:00-18:00").code == 2
    assert update("--start", "8").code == 2


def test_nobody_changes_the_profile_of_somebody_else(update):
    assert update("--year", "2024", as_=CUSTOMER).json["code"] == "forbidden"
    assert update("--year", "2024", as_=ADMIN).json["code"] == "forbidden"
    assert update("--year", "2024", of="drv_other").json["code"] == "not_found"


def test_a_photo_and_a_plate_are_given_and_taken_away(update, haulage, data, tmp_path):
    picture = tmp_path / "me.png"
    Image.new("RGB", (30, 20), "teal").save(picture)

    def photo(*arguments):
        return haulage("drivers", "photo", DRIVER, *arguments, "--as", DRIVER, "--data", data, "--json")

    plated = update("--color", "white", "--plate", "ny=abc-1234").json
    assert plated["license_plate"] == {"state": "NY", "text": "ABC 1234"}
    photo_id = photo("--file", picture).json["photo_id"]
    shown = update(people=True).out
    assert "ABC 1234 (NY)" in shown
    assert "white" in shown
    assert (data / "files" / "drivers" / f"{photo_id}.jpg").exists()
    assert photo("--remove").json["photo_id"] is None
    assert update("--no-plate").json["license_plate"] is None
    assert photo().code == 2
