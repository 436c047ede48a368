"""The maps between the types of mypy and dtypes: they know no function of JAX by its name."""
