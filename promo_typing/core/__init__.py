"""What all packages share: dtypes and their formats, versions of JAX, names, codes, settings."""
