"""Entry points for libraries that load plugins: pytest and typeguard."""
