"""``promo annotate``: writes the dtypes of a recorded run into the source as annotations."""
