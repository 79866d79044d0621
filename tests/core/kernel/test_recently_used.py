"""The memory of what was used last."""

import pytest

from haulage.kernel.recently_used import RecentlyUsed


def of_three() -> RecentlyUsed[str, int | None]:
    known: RecentlyUsed[str, int | None] = RecentlyUsed(3)
    known.update({"a": 1, "b": 2, "c": 3})
    return known


def test_what_was_stored_longest_ago_goes_first() -> None:
    known = of_three()
    known["d"] = 4
    assert list(known) == ["b", "c", "d"]


@pytest.mark.parametrize("use", ["get", "item", "in", "store"])
def test_what_is_used_stays(use: str) -> None:
    known = of_three()
    match use:
        case "get":
            known.get("a")
        case "item":
            _ = known["a"]
        case "in":
            assert "a" in known
        case _:
            known["a"] = 5
    known["d"] = 4
    assert list(known) == ["c", "a", "d"]


def test_nothing_is_an_entry_too() -> None:
    known = of_three()
    known["a"] = None
    assert "a" in known
    assert known["a"] is None
    del known["a"]
    assert "a" not in known
    assert len(known) == 2
