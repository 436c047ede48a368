"""Annotations and signatures as values, which are written as text once, at the end."""
