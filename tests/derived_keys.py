"""A key that one test derived of a secret is ready for the tests after it.

Deriving one takes a twentieth of a second, so that secrets are hard to guess, and each marketplace derives
its own: in tests of payouts, which need a tax form, that was a fifth of the time. A folder of tests takes
the fixture over by importing it in its ``conftest.py``.
"""

from collections.abc import Iterator
from functools import cache
from hashlib import scrypt

import pytest

from haulage_adapters.taxpayer_vault import vault
from haulage_adapters.tokens_jose import seal


@pytest.fixture(autouse=True, scope="session")
def derived_keys() -> Iterator[None]:
    """Every secret is derived once in this process."""
    derived = cache(scrypt)
    with pytest.MonkeyPatch.context() as patch:
        for module in (vault, seal):
            patch.setattr(module, "scrypt", derived)
        yield
