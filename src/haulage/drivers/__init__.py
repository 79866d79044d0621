"""Drivers as the platform keeps them: profile, approval, being online, where they are."""

from haulage.drivers.changes import HoursChange, ProfileChange, VehicleChange, change_profile
from haulage.drivers.position import DriverPosition, QualityFlag, facing, judged, moved_to, trail
from haulage.drivers.profile import (
    Approval,
    DocumentsLapsed,
    DriverNotApproved,
    DriverProfile,
    OwnOrder,
    approve,
    driver_photo_file,
    go_offline,
    go_online,
    lapse_documents,
    new_driver,
    renew_documents,
    require_another_customer,
    require_may_work,
)
from haulage.kernel.plate import LicensePlate, license_plate

__all__ = [
    "Approval",
    "DocumentsLapsed",
    "DriverNotApproved",
    "DriverPosition",
    "DriverProfile",
    "HoursChange",
    "LicensePlate",
    "OwnOrder",
    "ProfileChange",
    "QualityFlag",
    "VehicleChange",
    "approve",
    "change_profile",
    "driver_photo_file",
    "facing",
    "go_offline",
    "go_online",
    "judged",
    "lapse_documents",
    "license_plate",
    "moved_to",
    "new_driver",
    "renew_documents",
    "require_another_customer",
    "require_may_work",
    "trail",
]
