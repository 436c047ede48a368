"""A benchmark of dtype mistakes in JAX code: pairs of a mistake and its fix.

``cases/<kind>/<name>_mistake.py`` and ``<name>_fix.py`` are the pairs. ``catalogue`` has the public
issue behind each pair, and what JAX does. ``python -m tests.mistakes`` runs all tools on all pairs,
and writes ``results.json`` and ``docs/mistakes.md``.
"""
