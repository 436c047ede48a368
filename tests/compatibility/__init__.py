"""Checks known packages with and without our stubs, which must add no false errors."""
