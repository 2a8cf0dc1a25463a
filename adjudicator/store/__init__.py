"""A game folder on disk: append-only, atomic, whole after any crash."""
