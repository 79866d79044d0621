"""Orders: book, list, track, reschedule, rate and cancel them."""
