"""The real commands killed at any moment, under requests and webhooks, on both databases."""

import os
import sys
from pathlib import Path

from crash.processes import Site
from crash.served_round import run_served_round
from databases import database, emptied_databases, migrated_file, migrated_template
from stripe_server import running_simulator

__all__ = ["database", "emptied_databases", "migrated_file", "migrated_template"]

KILLS = int(os.environ.get("HAULAGE_TEST_SERVER_KILLS", "1"))


def test_what_a_killed_server_acknowledged_is_there_once_and_the_books_add_up_after_every_start(
    database: str, tmp_path: Path
) -> None:
    """One kill on each database, beside a worker on PostgreSQL, where processes work beside each other;
    `nox -s soak -- servers` has twenty."""
    dialect = database.partition(":")[0].partition("+")[0]
    with running_simulator() as provider:
        site = Site(database, tmp_path, provider.url)
        counted = run_served_round(
            database, site, provider, KILLS, with_worker=dialect == "postgresql" or KILLS > 2
        )
    sys.stdout.write(f"{KILLS} kills of servers on {dialect}: {counted}\n")
    assert counted["orders"] >= 3
