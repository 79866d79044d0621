"""Paying drivers out: their methods, their settings, and what stands against it."""
