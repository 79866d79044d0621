"""Background checks of applicants over HTTP."""
