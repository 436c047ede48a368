"""The program of ``examples.transformer`` with four implicit conversions; README.md lists them."""
