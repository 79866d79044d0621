"""``haulage authority`` as an operator uses it."""

from pathlib import Path

import pytest

SOURCE = ("--source", "49 CFR 372.235", "--confirmed-by", "Ann Lee", "--confirmed-on", "2026-01-31")


@pytest.fixture
def data(haulage, tmp_path: Path) -> Path:
    assert haulage("db", "upgrade", "--data", tmp_path / "own").code == 0
    return tmp_path / "own"


def test_a_lane_is_set_listed_and_withdrawn(haulage, data: Path) -> None:
    done = haulage("authority", "set", "ny", "NJ", "delivery", "open", *SOURCE, "--data", data, "--json").json
    assert (done["origin"], done["destination"], done["needs"]) == ("NY", "NJ", "open")
    assert done["recorded_by"].startswith("operator:")
    listed = haulage("authority", "list", "--data", data, "--json").json
    assert listed == {"items": [done], "next": None}
    assert haulage("authority", "withdraw", done["id"], "--data", data, "--json").json["withdrawn_at"]
    assert haulage("authority", "list", "--data", data).out.strip() == (
        "Nothing is confirmed: what the platform ships with holds."
    )
    again = haulage("authority", "withdraw", done["id"], "--data", data, "--json")
    assert (again.code, again.json["code"]) == (1, "authority_row_withdrawn")


def test_a_state_that_there_is_not_is_refused(haulage, data: Path) -> None:
    refused = haulage("authority", "set", "NY", "ZZ", "delivery", "open", *SOURCE, "--data", data, "--json")
    assert (refused.code, refused.json["param"]) == (1, "destination")


def test_a_cover_below_the_floor_is_refused_by_the_name_of_its_option_and_column(haulage, data: Path) -> None:
    option = ("--least-cover", "75000", *SOURCE, "--data", data, "--json")
    refused = haulage("authority", "set", "NY", "NJ", "moving", "with_credential", *option)
    assert (refused.code, refused.json["param"]) == (1, "least_cover")
    file = data.parent / "lanes.csv"
    file.write_text(
        "origin,destination,service,needs,since,source,least_cover\n"
        "NY,NJ,moving,with_credential,2026-02-01,17 NYCRR,75000\n"
    )
    refused = haulage("authority", "import", file, *SOURCE[2:], "--data", data, "--json")
    assert (refused.code, refused.json["param"]) == (1, "least_cover")


def test_a_file_of_lanes_is_recorded_whole_or_not_at_all(haulage, data: Path) -> None:
    file, by = data.parent / "lanes.csv", SOURCE[2:]
    heading = "origin,destination,service,needs,since,source,least_cover\n"
    good = (
        "NY,NJ,delivery,open,2026-02-01,49 CFR 372.235,\n"
        "ny,ny,moving,with_credential,2026-02-01,17 NYCRR,750000\n"
    )
    file.write_text(f"{heading}{good}NY,NY,moving,perhaps,2026-03-01,17 NYCRR,\n")
    refused = haulage("authority", "import", file, *by, "--data", data, "--json")
    assert (refused.code, refused.json["param"]) == (1, "needs")
    assert "line 4" in refused.json["message"]
    assert haulage("authority", "list", "--data", data, "--json").json == {"items": [], "next": None}
    file.write_text(heading + good)
    done = haulage("authority", "import", file, *by, "--data", data, "--json").json
    assert done["added"] == 2
    assert [row["least_cover_cents"] for row in done["items"]] == [100_000_00, 750_000_00]
    again = haulage("authority", "import", file, *by, "--data", data)
    assert again.out.strip() == "Recorded 0, known before 2."


def test_what_is_no_file_or_nobodys_credential_is_refused(haulage, data: Path) -> None:
    file = data.parent / "policy.pdf"
    file.write_bytes(b"%PDF" + bytes(10 * 1024 * 1024))
    by = ("--as", "gil@haulage.example", "--data", data, "--json")
    large = haulage("authority", "attach", "crd_1", file, *by)
    assert (large.code, large.json["message"]) == (1, "File size must be less than 10MB")
    file.write_bytes(b"%PDF")
    unknown = haulage("authority", "attach", "crd_1", file, *by)
    assert (unknown.code, unknown.json["code"]) == (1, "user_not_found")


def test_waiting_credentials_are_listed(haulage, data: Path) -> None:
    assert haulage("authority", "credentials", "--data", data, "--json").json == {"items": [], "next": None}
    missing = haulage("authority", "verify", "crd_1", "--note", "SAFER", "--data", data, "--json")
    assert (missing.code, missing.json["code"]) == (1, "not_found")
