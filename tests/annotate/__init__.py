"""``promo annotate``: programs are run, annotated, checked and run again."""
