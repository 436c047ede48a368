"""Pictures of lattices for people: the levels are ranks, the columns are kinds of dtypes."""
