"""Inference against JAX: random programs of functions without annotations, checked and executed."""
