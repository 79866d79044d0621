"""Routes of documents that applicants and drivers hand in."""
