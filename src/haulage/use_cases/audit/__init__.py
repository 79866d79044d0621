"""The audit trail: read, proved to be whole, and its head sent away."""
