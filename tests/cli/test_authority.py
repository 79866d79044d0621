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
    assert (done["origin"], done["destination"], done["authority"]) == ("NY", "NJ", "open")
    assert done["recorded_by"].startswith("operator:")
    listed = haulage("authority", "list", "--data", data, "--json").json
    assert listed == {"items": [done]}
    assert haulage("authority", "withdraw", done["id"], "--data", data, "--json").json["withdrawn_at"]
    assert haulage("authority", "list", "--data", data).out.strip() == (
        "Nothing is confirmed: what the platform ships with holds."
    )
    again = haulage("authority", "withdraw", done["id"], "--data", data, "--json")
    assert (again.code, again.json["code"]) == (1, "authority_row_withdrawn")


def test_a_state_that_there_is_not_is_refused(haulage, data: Path) -> None:
    refused = haulage("authority", "set", "NY", "ZZ", "delivery", "open", *SOURCE, "--data", data, "--json")
    assert (refused.code, refused.json["param"]) == (1, "destination")
