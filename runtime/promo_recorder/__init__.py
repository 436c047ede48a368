"""Records the dtypes of arguments and results of a program's functions while it runs.

The recorded program imports this package, so the package imports neither jax nor numpy, and only
modules that any program loads.

PYTEST_DONT_REWRITE: pytest would rewrite the assertions of installed plugins, of which this package
is a part, and warns if they are imported before it.
"""
