"""Records the dtypes of arguments and results of a program's functions while it runs.

A program that is recorded imports this package, so it imports neither jax nor numpy, and nothing
that a program would not have loaded anyway.
"""
