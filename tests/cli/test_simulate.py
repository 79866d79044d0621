"""The simulated Stripe from the command line."""

import json
import signal
import subprocess
import sys
import time
from contextlib import suppress

import httpx
import pytest
from click.testing import CliRunner

from haulage_cli.root import haulage
from ports import free_port
from stripe_server import KEY


def test_it_says_where_it_is_answers_there_and_ends_when_told() -> None:
    port = free_port()
    command = [sys.executable, "-m", "haulage_cli", "simulate", "stripe", "--port", str(port), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        said = json.loads(process.stdout.readline())
        assert said["address"] == f"http://127.0.0.1:{port}"
        assert answer_of(said["address"]).json()["object"] == "balance"
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0
    finally:
        process.kill()
        process.wait(timeout=10)
        if process.stdout:
            process.stdout.close()


def answer_of(address: str) -> httpx.Response:
    """The address is told before the first request is taken."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with suppress(httpx.ConnectError):
            return httpx.get(f"{address}/v1/balance", headers={"Authorization": f"Bearer {KEY}"})
    raise TimeoutError(address)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--webhook", "http://example.com/hook"], 1, "webhook"),
        (["--decline-share", "2"], 2, "--decline-share"),
        (["--port", "0"], 2, "--port"),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], code: int, words: str) -> None:
    result = CliRunner().invoke(haulage, ["simulate", "stripe", "--port", str(free_port()), *arguments])
    assert result.exit_code == code
    assert words in result.output
