"""Checkr's reports: what they say, in the core's words."""

from haulage_adapters.checkr_screening.report import read_report

__all__ = ["read_report"]
