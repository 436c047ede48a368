"""Functions of ``jax.numpy``, with a module for each of its topics."""
