"""The surface: JAX's public names, read from the installed JAX or from a file for each version."""
