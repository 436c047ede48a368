"""Promotion lattices: JAX's own, those in files, and checks of any of them."""

from promo_typing.lattice.edges import CycleError, Edges, LatticeError
from promo_typing.lattice.jax_edges import jax_lattice
from promo_typing.lattice.model import Lattice
from promo_typing.lattice.order import PartialOrder

__all__ = ["CycleError", "Edges", "Lattice", "LatticeError", "PartialOrder", "jax_lattice"]
