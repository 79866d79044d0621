"""Drivers: search for them, their profiles, availability and jobs."""
