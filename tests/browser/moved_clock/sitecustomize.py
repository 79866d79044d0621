"""A server's clock that a check moves: ahead of the machine's by as many seconds as a file says.

Python imports a module of this name as it starts, in each process that has this folder on its path.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path

from haulage_adapters.system.clock import SystemClock

AHEAD = Path(os.environ["HAULAGE_TEST_AHEAD"])
_present = SystemClock.now


def _moved(clock: SystemClock) -> datetime:
    return _present(clock) + timedelta(seconds=float(AHEAD.read_text() or 0))


SystemClock.now = _moved  # type: ignore[method-assign]
