"""The rules of JAX's functions, in modules that are laid out like those of JAX."""
