"""The installed NumPy as the judge of the rules of NumPy's functions."""

from promo_typing.oracle.numpy.compare import NumPyComparison, compared, fingerprint, names

__all__ = ["NumPyComparison", "compared", "fingerprint", "names"]
