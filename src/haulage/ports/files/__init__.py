"""Ports of files, pictures and documents."""
