"""Writes the texts of the stubs."""
