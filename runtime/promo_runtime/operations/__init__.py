"""The functions of an engine on plain arrays, executed by JAX's promotion or by a plan of casts."""
