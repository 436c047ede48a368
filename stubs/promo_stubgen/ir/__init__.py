"""Annotations and signatures as values; text is made of them only at the end."""
