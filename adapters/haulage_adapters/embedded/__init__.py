"""Answers of our own where no outside service is configured; they may set prices."""
