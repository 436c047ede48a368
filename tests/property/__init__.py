"""Random programs: what the type checker says is what JAX does."""
