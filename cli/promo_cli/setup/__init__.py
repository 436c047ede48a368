"""What ``promo init`` builds on: type checkers, what they need, and the files that say it."""
