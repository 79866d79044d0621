"""Which trips may be sold, and the credentials of those who drive them."""
