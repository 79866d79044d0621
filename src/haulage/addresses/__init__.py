"""Addresses: places that a customer saves, with how to get to the door there."""

from haulage.addresses.saved_address import (
    MAX_ADDRESS_NAME_LENGTH,
    MAX_ADDRESSES,
    AddressNameTaken,
    SavedAddress,
    TooManyAddresses,
    checked_name,
    sorted_addresses,
)

__all__ = [
    "MAX_ADDRESSES",
    "MAX_ADDRESS_NAME_LENGTH",
    "AddressNameTaken",
    "SavedAddress",
    "TooManyAddresses",
    "checked_name",
    "sorted_addresses",
]
