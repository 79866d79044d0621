"""The table of operating authorities."""
