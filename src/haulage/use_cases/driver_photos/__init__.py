"""Photos of drivers: sent, shown and removed."""
