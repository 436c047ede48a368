"""The plugin's answers, one concern in each module; ``promo_mypy.plugin`` routes to them."""
