"""A benchmark of dtype mistakes in JAX code: pairs of a mistake and its fix.

``cases/<kind>/<name>_mistake.py`` and ``<name>_fix.py`` are the pairs, ``catalogue`` says after
which public issue each was written and what JAX does about it. ``python -m tests.mistakes`` asks
all tools about all pairs, and writes ``results.json`` and ``docs/mistakes.md``.
"""
