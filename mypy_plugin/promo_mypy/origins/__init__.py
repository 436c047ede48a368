"""Origins: where the dtype of an expression comes from, to explain a finding."""
