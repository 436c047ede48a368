"""How fast promo-typing is compared with the tools that it replaces: ``python -m benchmarks``."""
