"""The initial revision's tables, one module a subject. None of it changes once it is released."""
