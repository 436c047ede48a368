"""Functions of ``jax.lax``, with a module for each of its topics.

It promotes nothing: the operands of a function have one dtype, or JAX refuses them. Weak types and
Python scalars take part with the dtype that they have at run time.
"""
