"""Money: paid, booked, given back, shared out and disputed."""
