"""What drivers are paid out, and where it goes."""
