"""Border States: generals, ambushes and influence in five states, for two players, in five turns."""
