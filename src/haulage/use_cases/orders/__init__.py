"""Orders: quoted, booked, followed, moved to another slot, rated, and ended."""
