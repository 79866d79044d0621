"""What every test shares."""

import pytest
from hypothesis import settings

FAST_EXAMPLES = 10
"""For ``nox -s fast``: properties are only sampled there, and tried in full by every other session."""

# A busy machine is slow and not wrong: how long an example takes is no judgment of it.
settings.register_profile("usual", deadline=None)
settings.register_profile("fast", deadline=None, max_examples=FAST_EXAMPLES)
settings.load_profile("usual")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio."""
    return "asyncio"
