"""Routes of paying drivers out."""
