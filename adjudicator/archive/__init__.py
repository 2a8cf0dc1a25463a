"""Verifying and replaying the records of whole games."""
