"""Authority over HTTP."""
