"""Which games there are: from the name and rules number of a charter to an engine with its components."""
