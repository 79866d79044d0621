"""Servers and workers killed at any moment, under load, on both databases: a crash loses nothing."""

import sys
from pathlib import Path

from crash.children import Place
from crash.round import kills_wanted, run_round


def test_nothing_that_was_acknowledged_is_lost_or_doubled_and_the_books_add_up_after_every_kill(
    database: str, tmp_path: Path
) -> None:
    """One kill on each database; `nox -s soak -- kills` has a hundred."""
    kills = kills_wanted(1)
    counted = run_round(Place(database, tmp_path), kills)
    sys.stdout.write(f"{kills} kills on {database.partition(':')[0]}: {counted}\n")
    assert counted["orders"] > kills
    assert counted["jobs"] > kills
