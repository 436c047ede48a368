"""Spells rules out as overloads: the annotations of operands and the result of each case."""
