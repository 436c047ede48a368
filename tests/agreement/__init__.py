"""Compares the dtypes that `promo check` names with those that a program has when it runs."""
