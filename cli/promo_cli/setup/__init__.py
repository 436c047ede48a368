"""The parts of ``promo init``: what each type checker needs, and files of settings."""
