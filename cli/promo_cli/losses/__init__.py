"""Follows expressions of unknown dtype back to the places where the dtype was lost."""
