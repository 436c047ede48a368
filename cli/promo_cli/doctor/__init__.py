"""What `promo doctor` says: which stubs and settings hold for a project, and what is wrong."""
