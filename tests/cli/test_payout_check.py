"""``haulage payouts check`` as an operator uses it."""

import sqlite3
from pathlib import Path

MORE_THAN_ON_ITS_WAY = 20_00
"""Cents; a payout of $10 is on its way in the demonstration."""


def put_in(data: Path, cents: int) -> None:
    """Into every account at the provider, past our books."""
    with sqlite3.connect(data / "simulated-provider.sqlite3") as book:
        accounts = book.execute("SELECT DISTINCT owner FROM facts WHERE kind = 'movement'").fetchall()
        for (account,) in accounts:
            new = ("movement", f"by hand {account}", account, str(cents))
            book.execute("INSERT INTO facts (kind, key, owner, value) VALUES (?, ?, ?, ?)", new)
    book.close()


def test_a_check_lists_the_accounts_that_hold_another_sum_than_our_books_say(haulage, data: Path) -> None:
    equal = haulage("payouts", "check", "--data", data)
    assert (equal.code, equal.out) == (0, "")
    assert "payouts, 0 failed" in equal.err
    put_in(data, MORE_THAN_ON_ITS_WAY)
    found = haulage("payouts", "check", "--data", data, "--json").json["differences"]
    assert found
    shown = haulage("payouts", "check", "--data", data).out
    for each in found:
        assert (each["fault"], each["payout_id"]) == ("balance", "")
        assert each["their_cents"] - each["our_cents"] == MORE_THAN_ON_ITS_WAY
        assert each["driver_id"] in shown
        assert each["provider_id"] in shown
