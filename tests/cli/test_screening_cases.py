"""Background checks of applicants from the command line."""

from pathlib import Path
from typing import Any


def test_the_queue_says_what_each_case_waits_for(haulage: Any, data: Path) -> None:
    found = haulage("screening", "cases", "--data", data, "--json").json
    assert [(each["name"], each["next_action"]) for each in found["items"]] == [("Maria Russo", "make_offer")]
    for narrowed in (("--status", "disputed"), ("--opened-days", "3650")):
        found = haulage("screening", "cases", *narrowed, "--data", data, "--json")
        assert found.json == {"items": [], "next": None}


def test_what_is_not_there_is_refused(haulage: Any, data: Path) -> None:
    shown = haulage("screening", "show", "app_1", "--data", data, "--json").json
    assert (shown["screening"], shown["steps"]) == (None, [])
    for words in (("simulate", "app_1", "clear"), ("step", "app_1", "reject"), ("refresh", "app_1")):
        refused = haulage("screening", *words, "--data", data, "--json")
        assert refused.code == 1
        assert refused.json["message"] == "Background check not found"
