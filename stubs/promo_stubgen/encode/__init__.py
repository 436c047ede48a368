"""Encodes rules as overloads: the annotations of operands and results in each case."""
