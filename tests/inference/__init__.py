"""Compares inference with JAX on random programs without annotations."""
