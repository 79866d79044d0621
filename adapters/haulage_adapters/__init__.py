"""What the marketplace stands on: one folder for each technology, joined in the assembly."""
