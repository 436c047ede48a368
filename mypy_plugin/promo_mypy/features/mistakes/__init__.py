"""Mistakes that rules do not cover, since they follow from more than the operands' dtypes.

Each module finds one kind: a number out of range, an index that is not an integer, an update that
is cast down, a dtype that does not exist. JAX refuses each of them, warns about it, or silently
changes a number that the program has written.
"""
