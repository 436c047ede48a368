"""The functions of an engine on plain arrays: JAX's own, and those that are planned and cast."""
