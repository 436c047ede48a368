"""How fast promo-typing is beside what it replaces: ``python -m benchmarks``."""
