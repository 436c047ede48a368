"""A small transformer in bfloat16, with float32 where it is needed."""
