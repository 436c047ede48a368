"""Mistakes that rules do not cover, since they follow from more than the operands' dtypes.

Each module finds one kind: a number out of range, an index that is no integer, an update that is
cast down, a dtype that is none. What they report, JAX refuses or warns about, or it changes a
number that the program has written.
"""
