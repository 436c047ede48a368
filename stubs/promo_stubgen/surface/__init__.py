"""Reads the public surface of JAX: from the installed JAX to a file for each version, and back."""
