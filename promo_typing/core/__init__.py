"""Facts that all other packages share: the dtypes of JAX, and the names in the stubs."""
