"""Pictures of lattices: nodes are placed by rank, and in columns by kind."""
