"""Promotion lattices: JAX's own, and what can be said of any other."""

from promo_typing.lattice.jax_edges import jax_lattice
from promo_typing.lattice.model import Edges, Lattice, LatticeError

__all__ = ["Edges", "Lattice", "LatticeError", "jax_lattice"]
