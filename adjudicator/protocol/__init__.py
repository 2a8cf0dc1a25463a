"""Who may say what, and when: commitments, hash chains, the tree of states, what a seat can do by itself."""
