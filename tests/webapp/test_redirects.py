"""Where a browser goes on to, with what it is told."""

import pytest

from haulage_webapp.gotrue.redirects import with_code


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://localhost:3000/cb", "http://localhost:3000/cb?code=ours"),
        (
            "http://localhost:3000/cb?next=%2Fdashboard",
            "http://localhost:3000/cb?next=%2Fdashboard&code=ours",
        ),
        ("http://localhost:3000/cb?code=theirs&empty=#part", "http://localhost:3000/cb?empty=&code=ours"),
    ],
)
def test_only_our_code_is_in_the_address(address: str, code: str) -> None:
    assert with_code(address, "ours") == code
