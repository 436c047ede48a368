"""The functions of an engine on plain arrays, executed with JAX's promotion or planned casts."""
