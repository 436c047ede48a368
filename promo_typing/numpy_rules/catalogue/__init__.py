"""The rules of NumPy's functions, by submodule, or by topic for functions of ``numpy`` itself."""
