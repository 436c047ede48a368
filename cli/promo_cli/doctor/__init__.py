"""``promo doctor``: which stubs and settings hold for a project, and what is wrong with them."""
