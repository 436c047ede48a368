"""Arrays of an engine: their operators, their namespace, and operations that take them."""
