"""The page of the simulated Google and Facebook."""
