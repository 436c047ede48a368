"""Compares the rules of NumPy's functions with the installed NumPy."""

from promo_typing.oracle.numpy.compare import NumPyComparison, compared, fingerprint, names

__all__ = ["NumPyComparison", "compared", "fingerprint", "names"]
