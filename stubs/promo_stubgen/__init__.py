"""The generator of the stub package ``jax-stubs``, from the dtypes, the lattice and the rules.

Rendering is pure: each renderer takes :class:`~promo_typing.lattice.semantics.Semantics`, and
returns the texts of files by their paths.
"""
