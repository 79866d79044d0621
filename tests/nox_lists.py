"""What the noxfile's long sessions run, and with which settings."""

# A delivery is watched to its end, and no card is declined by chance.
QUICK_AND_SURE = {
    "HAULAGE_DEMO_SPEED": "60",
    "HAULAGE_CARD_DECLINE_SHARE": "0",
    "HAULAGE_DEMO_FOR_DRIVERS": "0",  # a driver in a browser gets the requests that the test makes
    "HAULAGE_OFFER_SECONDS": "300",  # on a busy machine a driver in a browser takes longer than half a minute
}

STRICT = {"HAULAGE_AUTOCONFIRM": "0", "HAULAGE_REFRESH_REUSE_SECONDS": "0"}
"""Addresses are confirmed, and nobody waits for the end of the interval in which a token may be repeated."""

SOAKS = {
    "trips": ("tests/cli/test_lifecycle.py tests/webapp/test_trips.py", {"HAULAGE_TEST_TRIPS": "200"}),
    "money": ("tests/use_cases/test_money_machine.py", {"HAULAGE_TEST_MONEY_STEPS": "116000"}),
    "accepts": ("tests/adapters/test_accept_races.py", {"HAULAGE_TEST_ACCEPTS": "500"}),
    "kills": ("tests/adapters/test_killed.py", {"HAULAGE_TEST_KILLS": "100"}),
    "servers": ("tests/cli/test_killed_servers.py", {"HAULAGE_TEST_SERVER_KILLS": "20"}),
    "provider": ("tests/adapters/test_provider_promises.py", {"HAULAGE_TEST_PROVIDER_SHARE": "1"}),
    "backups": ("tests/adapters/test_backups.py", {"HAULAGE_TEST_BACKED_UP": "3000"}),
    "properties": ("-m hypothesis --hypothesis-profile soak tests/core tests/use_cases tests/adapters", {}),
    "databases": ("-m soak tests/use_cases tests/adapters tests/webapp tests/cli", {}),
    "reserves": ("tests/adapters/test_ledger_heads.py -k at_once", {"HAULAGE_TEST_RESERVE_ROUNDS": "200"}),
    "payouts": (
        "tests/adapters/test_payout_races.py tests/adapters/test_payout_faults.py",
        {"HAULAGE_TEST_PAYOUT_ROUNDS": "200", "HAULAGE_TEST_PAYOUT_KILLS": "1"},
    ),
    "places": ("tests/adapters/test_places_found.py", {"HAULAGE_TEST_ADDRESSES": "500"}),
    "sums": ("tests/adapters/test_ledger_sums.py", {"HAULAGE_TEST_SUMS": "40"}),
    "texts": ("tests/use_cases/test_send_sms_faults.py", {"HAULAGE_TEST_TEXTS": "1200"}),
}
"""By a word for each promise: the tests that keep it, and the settings that bring them to full size.

Of the money machine's steps one in eight is not taken, so that 100,000 are made."""

PROCESS_TESTS = [
    "tests/adapters/test_killed.py",
    "tests/cli/test_killed_servers.py",
    "tests/cli/test_serve.py",
    "tests/cli/test_simulate.py",
    "tests/cli/test_worker.py",
    "tests/webapp/test_body_deadlines.py",
    "tests/webapp/test_open_requests.py",
    "tests/webapp/test_trips.py",
    "tests/webapp/test_two_servers.py",
]
"""Those that start servers and workers, and wait for them."""
