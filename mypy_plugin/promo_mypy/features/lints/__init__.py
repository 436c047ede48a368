"""Lints: operations that JAX accepts but that are seldom meant, each with its own error code.

:mod:`suspicions` tells from the dtypes alone which lints a call may violate. That is cheap, and its
answers are remembered. Only for such a call do the other modules look at the expressions.
"""
