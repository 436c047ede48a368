"""Loops and conditionals of ``jax.lax``: ``scan``, ``while_loop``, ``cond`` and so on.

With several overloads, mypy would check a lambda before it knows which overload fits. So the stubs
have one signature for each of these functions, and the plugin puts the types into it with which JAX
calls the lambda: ``lax.scan(lambda c, x: ..., 0.0, xs)`` calls it with a weak array for ``c``.
"""
