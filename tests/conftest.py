"""What every test shares."""

import gc
import os

import pytest
from hypothesis import settings

FAST_EXAMPLES = 10
"""For ``nox -s fast``: properties are only sampled there, and tried in full by every other session."""

CI_EXAMPLES = 50
SOAK_EXAMPLES = 1_000

GARBAGE_AFTER = 10_000
"""So many objects more than were freed; Python itself looks after 700."""

SQLITE_SUFFICES = {"use_cases", "webapp", "cli"}
"""Folders of what asks the storage through its port, which is tested on both databases in tests/adapters."""

# A busy machine is slow and not wrong: how long an example takes is no judgment of it.
settings.register_profile("usual", deadline=None)
settings.register_profile("fast", deadline=None, max_examples=FAST_EXAMPLES)
# With every change the same examples: one that fails belongs to the change. The soak looks for others.
settings.register_profile("ci", deadline=None, derandomize=True, database=None, max_examples=CI_EXAMPLES)
settings.register_profile("soak", deadline=None, max_examples=SOAK_EXAMPLES)
settings.load_profile("ci" if os.environ.get("CI") else "usual")


# Nothing that is imported or collected is garbage: to look through all of it again and again took a tenth of
# the time.
gc.disable()


def pytest_collection_finish() -> None:
    """From now on look for garbage among what tests make, and less often than a small program has to."""
    gc.freeze()
    gc.set_threshold(GARBAGE_AFTER, 20)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to ``nox -s soak`` what runs on PostgreSQL and is about something else than the database: these
    folders but for what is marked ``both_databases``, and elsewhere what is marked ``sqlite_suffices``."""
    for item in items:
        asks_by_the_port = item.path.parent.name in SQLITE_SUFFICES or item.get_closest_marker(
            "sqlite_suffices"
        )
        if asks_by_the_port and runs_on_postgresql(item) and not item.get_closest_marker("both_databases"):
            item.add_marker(pytest.mark.soak)


def runs_on_postgresql(item: pytest.Item) -> bool:
    called_with = getattr(item, "callspec", None)
    return called_with is not None and "postgresql" in called_with.params.values()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio."""
    return "asyncio"
