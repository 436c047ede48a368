"""Where the knowledge of dtypes ends: the place that an expression has lost its dtype by."""
