"""Routes of drivers' own taxes."""
