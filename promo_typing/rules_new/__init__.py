"""Rules: how the dtypes of a function results follow from those of its operands, as values."""
