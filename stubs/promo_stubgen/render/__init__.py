"""Renders the texts of the stubs."""
