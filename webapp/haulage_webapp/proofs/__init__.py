"""Routes of proofs."""
