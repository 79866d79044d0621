"""Calls by the caller's own telephone."""

from haulage_adapters.telephone_dialer.dialer import OwnTelephone

__all__ = ["OwnTelephone"]
