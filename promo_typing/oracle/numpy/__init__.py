"""The installed NumPy as the judge of the rules of NumPy's functions."""

from promo_typing.oracle.numpy.compare import compared, fingerprint, names

__all__ = ["compared", "fingerprint", "names"]
