"""Text and bytes: canonical text, schemas, keys, signatures and the document kinds."""
