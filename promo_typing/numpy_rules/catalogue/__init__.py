"""The rules of NumPy's functions, by what they do."""
