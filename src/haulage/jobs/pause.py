"""Jobs that stand still until an operator lets them go on."""

from datetime import datetime
from enum import StrEnum

import attrs


class PauseReason(StrEnum):
    """Why jobs are paused."""

    RESTORED = "restored"
    """The database comes out of a backup: the marketplace that it was taken from may be at work still."""
    OPERATOR = "operator"
    """Somebody asked for it."""


@attrs.frozen
class JobsPause:
    """While it lasts, no job is begun, no mail is sent, and the card provider is asked for nothing that moves
    money."""

    since: datetime
    reason: PauseReason
