"""``Array`` and its kin: annotations that hold for type checkers and at run time."""
