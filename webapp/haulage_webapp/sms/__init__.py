"""What the SMS provider sends."""
