"""Matching the drivers of one file to the job in another."""

from haulage_cli.match.command import match

__all__ = ["match"]
