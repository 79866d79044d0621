"""Asking outside services over HTTP: a budget, retries, a breaker and a memory for every adapter alike."""
