"""The engine against JAX: dtypes, jaxpr, transformations, devices, messages."""
