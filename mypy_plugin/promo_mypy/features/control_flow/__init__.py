"""Loops and conditionals of ``jax.lax``: ``scan``, ``while_loop``, ``cond`` and so on.

mypy looks at a lambda before it knows what the others of several overloads would give it. So here
the stubs have one signature, and the plugin puts the types into it that JAX calls the function
with: ``lax.scan(lambda c, x: ..., 0.0, xs)`` traces the lambda with a weak array for ``c``.
"""
