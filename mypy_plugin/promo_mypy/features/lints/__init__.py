"""Lints: what JAX accepts but is seldom meant, each with an error code of its own.

:mod:`suspicions` sees from dtypes alone what may be one, which is remembered and costs little;
only then do the other modules look at the expressions.
"""
