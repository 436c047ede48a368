"""What the plugin answers, one concern a module; only ``promo_mypy.plugin`` knows all of them."""
