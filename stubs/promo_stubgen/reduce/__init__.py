"""Reduces overloads: merges those that say the same, and shortens unions to aliases."""
