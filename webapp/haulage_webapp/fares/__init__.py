"""Routes of fares."""
