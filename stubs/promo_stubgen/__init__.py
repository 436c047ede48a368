"""The generator of the stub package ``jax-stubs``, from the dtypes, the lattice and the rules.

Rendering is pure: each renderer maps :class:`~promo_typing.lattice.semantics.Semantics` to texts
by path.
"""
