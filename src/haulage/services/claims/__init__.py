"""Steps about claims that several use cases share, inside their transaction."""
