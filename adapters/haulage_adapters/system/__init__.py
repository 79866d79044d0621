"""The machine's own clock and randomness."""
