"""Random programs, on which the type checker must agree with JAX."""
