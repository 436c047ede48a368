"""Records the dtypes of arguments and results of a program's functions while it runs.

The recorded program imports this package, so the package imports neither jax nor numpy, and only
modules that any program loads.
"""
