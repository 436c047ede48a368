"""``promo coverage``: how many dtypes are known, file by file, and what would make it more."""
