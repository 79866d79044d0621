"""The marketplace's own figures."""
