"""Loops, conditionals and transforms: what mypy says of random calls, against JAX itself."""
