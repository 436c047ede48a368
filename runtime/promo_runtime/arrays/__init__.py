"""Arrays of an engine: their operators, their namespace, and calls that take and return them."""
