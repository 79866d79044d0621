"""The audit trail: read, verify, and send its head to a place outside."""
