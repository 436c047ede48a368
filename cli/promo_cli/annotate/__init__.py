"""``promo annotate``: what a run says about dtypes, written into the source as annotations."""
