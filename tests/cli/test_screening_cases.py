"""Background checks of applicants from the command line."""

from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize("status", [(), ("--status", "disputed")])
def test_an_empty_queue_is_a_list(haulage: Any, data: Path, status: tuple[str, ...]) -> None:
    found = haulage("screening", "cases", *status, "--data", data, "--json")
    assert found.json == {"items": [], "next": None}


def test_what_is_not_there_is_refused(haulage: Any, data: Path) -> None:
    shown = haulage("screening", "show", "app_1", "--data", data, "--json").json
    assert (shown["screening"], shown["steps"]) == (None, [])
    for words in (("simulate", "app_1", "clear"), ("step", "app_1", "reject"), ("refresh", "app_1")):
        refused = haulage("screening", *words, "--data", data, "--json")
        assert refused.code == 1
        assert refused.json["message"] == "Background check not found"
