"""The program of ``examples.digits`` with eight dtype mistakes; README.md lists them."""
