"""Ports of what runs the marketplace: clock, identifiers, limits, notifier, jobs and alarms."""
