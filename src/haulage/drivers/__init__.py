"""Drivers as the platform keeps them: profile, approval, being online, last position."""

from haulage.drivers.profile import (
    Approval,
    DriverNotApproved,
    DriverPosition,
    DriverProfile,
    approve,
    go_offline,
    go_online,
    moved_to,
    new_driver,
)

__all__ = [
    "Approval",
    "DriverNotApproved",
    "DriverPosition",
    "DriverProfile",
    "approve",
    "go_offline",
    "go_online",
    "moved_to",
    "new_driver",
]
