"""Positions of drivers over HTTP."""
