"""``promo doctor``: which stubs and settings apply to a project, and the problems with them."""
