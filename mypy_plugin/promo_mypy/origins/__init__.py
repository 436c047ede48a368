"""Where the dtype of an expression comes from: asked only when there is a finding to explain."""
