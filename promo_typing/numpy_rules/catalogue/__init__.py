"""The rules of NumPy's functions, by its modules and, at its top, by what they do."""
