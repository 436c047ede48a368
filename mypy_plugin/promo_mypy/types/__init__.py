"""Maps mypy's types to dtypes and back; no function of JAX is known here."""
