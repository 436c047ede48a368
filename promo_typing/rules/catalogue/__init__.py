"""The rules of JAX's functions, in modules named after JAX's."""
