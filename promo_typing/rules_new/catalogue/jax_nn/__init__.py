"""Functions of ``jax.nn``, with a module for each of its topics."""
