"""What the card provider sends."""
