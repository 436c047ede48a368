"""Compares mypy with JAX on random calls of loops, conditionals and transforms."""
