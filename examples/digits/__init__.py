"""Handwritten digits, learned in mixed precision."""
