"""Known packages are checked with and without our stubs, which must not add wrong errors."""
