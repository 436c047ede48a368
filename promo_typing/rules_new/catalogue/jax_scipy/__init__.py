"""Functions of ``jax.scipy``, with a module for each of its public ones."""
