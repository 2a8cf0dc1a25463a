"""One function for each thing a person does: players here, referees and archivists in their own modules."""
