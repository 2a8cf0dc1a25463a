"""The War Between the States: a common deck, two hands, morale on both sides, for two players."""
