"""``haulage ledger``, ``payments`` and ``splits`` as an operator uses them."""

import sqlite3
from pathlib import Path

import pytest

KEYS = {
    "transactions",
    "unbalanced_transactions",
    "sum_cents",
    "paid_orders_without_entries",
    "wrong_accounts",
    "wrong_sums",
    "refunds_payable_off_cents",
    "payouts_without_entries",
    "transaction_ids",
    "order_ids",
    "payout_ids",
}


def verified(haulage, data: Path):
    answer = haulage("ledger", "verify", "--data", data, "--json")
    return answer.code, answer.json


def by_hand(data: Path, *statements: str) -> None:
    """As somebody who may do anything to the file."""
    with sqlite3.connect(data / "haulage.sqlite3") as connection:
        for table in ("ledger_entries", "ledger_transactions"):
            for change in ("update", "delete"):
                connection.execute(f"DROP TRIGGER {table}_{change}")
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_the_books_of_the_demonstration_are_in_order(haulage, data: Path) -> None:
    code, found = verified(haulage, data)
    assert (code, set(found)) == (0, KEYS)
    assert found["transactions"] > 0
    assert not any(found[key] for key in KEYS - {"transactions"})
    assert "In order" in haulage("ledger", "verify", "--data", data).out


def test_since_reads_what_was_entered_from_that_day_on(haulage, data: Path) -> None:
    everything = verified(haulage, data)[1]["transactions"]
    for day, count in (("2001-01-01", everything), ("9000-01-01", 0)):
        answer = haulage("ledger", "verify", "--data", data, "--json", "--since", day)
        assert (answer.code, answer.json["transactions"]) == (0, count)
    assert haulage("ledger", "verify", "--data", data, "--since", "yesterday").code == 2


ANY = "(SELECT transaction_id FROM ledger_entries WHERE account = 'card_clearing' LIMIT 1)"


@pytest.mark.parametrize(
    ("tampering", "off"),
    [
        (
            f"DELETE FROM ledger_entries WHERE account = 'card_clearing' AND transaction_id = {ANY}",
            {"unbalanced_transactions", "sum_cents", "transaction_ids"},
        ),
        (
            (
                f"UPDATE ledger_entries SET amount_cents = amount_cents + 1 WHERE account = 'card_clearing' "
                f"AND transaction_id = {ANY}"
            ),
            {"unbalanced_transactions", "sum_cents", "transaction_ids"},
        ),
        (
            "UPDATE orders SET payment_status = 'paid' WHERE payment_status = 'unpaid'",
            {"paid_orders_without_entries", "order_ids"},
        ),
        (
            "UPDATE payments SET amount_cents = amount_cents + 1 WHERE state = 'succeeded'",
            {"paid_orders_without_entries", "order_ids"},
        ),
        (
            (
                "DELETE FROM ledger_transactions WHERE kind = 'split'; "
                "DELETE FROM ledger_entries WHERE transaction_id NOT IN (SELECT id FROM ledger_transactions)"
            ),
            {"paid_orders_without_entries", "order_ids"},
        ),
    ],
    ids=["an entry gone", "an amount changed", "marked as paid", "a payment changed", "a split gone"],
)
def test_what_was_changed_by_hand_is_found_and_ends_with_one(
    haulage, data: Path, tampering: str, off: set[str]
) -> None:
    by_hand(data, *tampering.split("; "))
    code, found = verified(haulage, data)
    assert code == 1
    assert off <= {key for key in KEYS - {"transactions"} if found[key]}
    told = haulage("ledger", "verify", "--data", data)
    assert told.code == 1
    assert all(id in told.out for id in (*found["transaction_ids"], *found["order_ids"]))


def test_sums_that_were_changed_by_hand_are_found_and_made_anew(haulage, data: Path) -> None:
    by_hand(data, "INSERT INTO ledger_checkpoints VALUES ('tips', 5), ('card_clearing', 7)")
    code, found = verified(haulage, data)
    assert (code, found["wrong_sums"] > 0) == (1, True)
    assert haulage("ledger", "rebuild", "--data", data, "--json").json["accounts"] > 2
    assert "Accounts" in haulage("ledger", "rebuild", "--data", data).out
    entries = haulage("admin", "audit", "--action", "ledger_sums_rebuilt", "--data", data, "--json").json[
        "items"
    ]
    assert len(entries) == 2
    assert verified(haulage, data)[0] == 0


def test_a_refund_that_the_books_do_not_owe_is_found(haulage, data: Path) -> None:
    splits = haulage("splits", "list", "--data", data, "--limit", 100, "--json").json["items"]
    paid = next(each["payment_intent_id"] for each in splits if each["earned_at"])
    made = haulage("payments", "refund", paid, "--amount", 500, "--data", data, "--json").json["id"]
    assert verified(haulage, data)[0] == 0
    by_hand(data, f"UPDATE refunds SET status = 'pending', sent_at = NULL WHERE id = '{made}'")
    code, found = verified(haulage, data)
    assert (code, found["refunds_payable_off_cents"], found["paid_orders_without_entries"]) == (1, -500, 1)
    assert "-$5.00" in haulage("ledger", "verify", "--data", data).out


def test_a_payment_that_says_another_sum_went_back_than_its_refunds_is_found(haulage, data: Path) -> None:
    splits = haulage("splits", "list", "--data", data, "--limit", 100, "--json").json["items"]
    paid = next(each["payment_intent_id"] for each in splits if each["earned_at"])
    assert haulage("payments", "refund", paid, "--amount", 500, "--data", data).code == 0
    assert verified(haulage, data)[0] == 0
    by_hand(data, f"UPDATE payments SET refunded_cents = refunded_cents - 1 WHERE id = '{paid}'")
    code, found = verified(haulage, data)
    assert (code, found["paid_orders_without_entries"], len(found["order_ids"])) == (1, 1, 1)


def test_the_trial_balance_sums_to_nothing(haulage, data: Path) -> None:
    found = haulage("ledger", "trial-balance", "--data", data, "--json").json
    held = {each["account"]: each["balance_cents"] for each in found["accounts"]}
    assert (found["sum_cents"], sum(held.values())) == (0, 0)
    assert held["card_clearing"] > 0
    assert "card_clearing" in haulage("ledger", "trial-balance", "--data", data).out


def test_an_account_shows_its_entries_and_what_they_come_to(haulage, data: Path) -> None:
    first = haulage("ledger", "account", "card_clearing", "--data", data, "--limit", 2, "--json").json
    assert first["items"][0]["balance_cents"] == first["balance_cents"]
    newest, before = first["items"]
    moved = newest["amount_cents"] if newest["state"] == "posted" else 0  # what is reserved moves no balance
    assert before["balance_cents"] == newest["balance_cents"] - moved
    rest = haulage(
        "ledger",
        "account",
        "card_clearing",
        "--cursor",
        first["next"],
        "--limit",
        100,
        "--data",
        data,
        "--json",
    ).json
    assert rest["items"][-1]["balance_cents"] == rest["items"][-1]["amount_cents"]
    assert "Balance" in haulage("ledger", "account", "card_clearing", "--data", data).out


def test_an_account_that_is_none_is_refused(haulage, data: Path) -> None:
    answer = haulage("ledger", "account", "piggy_bank", "--data", data, "--json")
    assert (answer.code, answer.json["param"]) == (1, "account")


@pytest.fixture
def paid(haulage, data: Path) -> str:
    """The id of a payment of a delivered order."""
    splits = haulage("splits", "list", "--data", data, "--limit", 100, "--json").json["items"]
    return next(each["payment_intent_id"] for each in splits if each["earned_at"])


def test_a_payment_is_listed_shown_and_given_back_in_parts(haulage, data: Path, paid: str) -> None:
    listed = haulage("payments", "list", "--data", data, "--limit", 100, "--json").json["items"]
    payment = next(each for each in listed if each["id"] == paid)
    first = haulage(
        "payments", "refund", paid, "--amount", 500, "--reason", "Late", "--data", data, "--json"
    ).json
    parts = ("tax_cents", "driver_cents", "platform_cents", "fare_cents", "own_cents")
    assert sum(first[part] for part in parts) == first["amount_cents"] == 500
    assert haulage("payments", "refund", paid, "--data", data).code == 0
    answer = haulage("payments", "refund", paid, "--data", data, "--json")
    assert (answer.code, answer.json["code"]) == (1, "nothing_to_refund")
    shown = haulage("payments", "show", paid, "--data", data, "--json").json
    assert shown["refunded_cents"] == shown["amount_cents"] == payment["amount_cents"]
    assert [each["amount_cents"] for each in shown["refunds"]] == [500, payment["amount_cents"] - 500]
    assert all(sum(each["entries"].values()) == 0 for each in shown["movements"])
    assert verified(haulage, data)[0] == 0
    for words in (("show", paid), ("list",)):
        assert paid in haulage("payments", *words, "--data", data).out


def test_a_refund_that_does_not_go_out_is_listed_sent_again_and_withdrawn(
    haulage, data: Path, paid: str
) -> None:
    made = haulage("payments", "refund", paid, "--amount", 500, "--data", data, "--json").json["id"]
    with sqlite3.connect(data / "haulage.sqlite3") as connection:
        old = "status = 'pending', sent_at = NULL, created_at = '2025-01-01 00:00:00.000000'"
        connection.execute(f"UPDATE refunds SET {old} WHERE id = ?", (made,))
        connection.execute("UPDATE payments SET refunded_cents = 0 WHERE id = ?", (paid,))
    connection.close()
    report = haulage("payments", "reconcile", "--data", data, "--json").json
    assert (report["found"], report["open"]) == (1, 1)
    (listed,) = haulage("payments", "differences", "--data", data, "--json").json["items"]
    assert (listed["kind"], listed["refund_id"], listed["our_cents"]) == ("not_sent", made, -500)
    assert made in haulage("payments", "differences", "--data", data).out
    assert haulage("payments", "resend", made, "--data", data, "--json").json["status"] == "pending"
    why = ("--reason", "The card is closed")
    answer = haulage("payments", "accept-difference", listed["id"], *why, "--data", data, "--json")
    assert (answer.code, answer.json["code"]) == (1, "difference_cannot_stay")
    withdrawn = haulage("payments", "withdraw-refund", made, *why, "--data", data, "--json").json
    assert (withdrawn["status"], withdrawn["withdrawal_reason"]) == ("withdrawn", "The card is closed")
    shown = haulage("payments", "show", paid, "--data", data, "--json").json
    assert [each["withdrawn_at"] for each in shown["refunds"]] == [withdrawn["withdrawn_at"]]
    assert "Still open" in haulage("payments", "reconcile", "--since", "2025-12-01", "--data", data).out
    assert haulage("payments", "differences", "--data", data, "--json").json["items"] == []
    answer = haulage("payments", "withdraw-refund", made, *why, "--data", data, "--json")
    assert (answer.code, answer.json["code"]) == (1, "refund_not_open")


def test_an_unknown_payment_is_not_found(haulage, data: Path) -> None:
    for words in (("show", "pay_none"), ("refund", "pay_none")):
        assert haulage("payments", *words, "--data", data).code == 1
    answer = haulage("splits", "retry", "pay_none", "--data", data, "--json")
    assert (answer.code, answer.json["message"]) == (1, "Payment split not found or not in failed state")


def test_a_failed_split_is_retried(haulage, data: Path, paid: str) -> None:
    assert haulage("splits", "retry", paid, "--data", data).code == 1
    with sqlite3.connect(data / "haulage.sqlite3") as connection:
        connection.execute(
            "UPDATE payment_splits SET status = 'failed', failure_reason = 'closed', completed_at = NULL, "
            "driver_transfer_id = NULL WHERE payment_id = ?",
            (paid,),
        )
    connection.close()
    (failed,) = haulage("splits", "list", "--status", "failed", "--data", data, "--json").json["items"]
    assert (failed["payment_intent_id"], failed["failure_reason"]) == (paid, "closed")
    answer = haulage("splits", "retry", paid, "--data", data, "--json").json
    assert (answer["split_status"], answer["message"]) == (
        "pending",
        "Payment split retry initiated successfully!",
    )
    assert haulage("splits", "list", "--data", data).out.count("\n") > 1


def test_what_a_driver_has_is_shown(haulage, data: Path) -> None:
    found = haulage("ledger", "trial-balance", "--data", data, "--json").json["accounts"]
    held = {each["account"]: -each["balance_cents"] for each in found}
    code = next(code for code, cents in held.items() if code.startswith("driver:") and cents)
    driver_id = code.removeprefix("driver:")
    shown = haulage("ledger", "driver", driver_id, "--data", data, "--json").json
    assert (shown["unsent_cents"], shown["owes_cents"]) == (held[code], 0)
    assert "Available" in haulage("ledger", "driver", driver_id, "--data", data).out
    assert haulage("ledger", "driver", "drv_nobody", "--data", data).code != 0
