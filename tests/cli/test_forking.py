"""What a command does in a copy of its process ends with the command."""

import os
import subprocess
import sys

import pytest

from haulage_cli import forking

WAITING = """
import os, sys, time
from haulage_cli.forking import in_a_copy

def wait_forever():
    os.write(1, b"waiting")
    while True:
        time.sleep(3600)

in_a_copy(wait_forever)
"""


@pytest.mark.skipif(not forking.COPIES, reason="processes are copied on Linux alone")
@pytest.mark.parametrize("end", ["terminate", "kill"])
def test_a_copy_ends_with_the_process_that_made_it_however_that_ends(end: str) -> None:
    reading, writing = os.pipe()
    with subprocess.Popen([sys.executable, "-c", WAITING], stdout=writing) as command:
        os.close(writing)
        assert os.read(reading, 16) == b"waiting"
        getattr(command, end)()
    assert os.read(reading, 16) == b"", "the last one that held the other end has ended"
    os.close(reading)


def test_what_is_done_in_a_copy_is_returned() -> None:
    assert forking.in_a_copy(sum, [1, 2]) == 3
