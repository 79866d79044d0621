"""Rules of retention: how long something is stored, and what deletes it."""
