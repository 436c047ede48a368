"""Makes few overloads of many that say the same."""
