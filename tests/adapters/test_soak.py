"""About one per cent of what ``nox -s soak`` proves."""

import pytest

from soak import provider

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", sorted(provider.PROMISES))
async def test_a_hundredth_of_each_promise_holds(name: str) -> None:
    figure = await provider.PROMISES[name](0.01)
    assert "model" in figure or "charges" in figure
