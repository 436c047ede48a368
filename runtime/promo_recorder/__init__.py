"""Records which dtypes the functions of a program get and return while it runs.

A program that is recorded imports this package, so it imports neither jax nor numpy, and nothing
that a program would not have loaded anyway.
"""
