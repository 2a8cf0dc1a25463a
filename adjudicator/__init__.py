"""Play board games by e-mail with files that nobody has to trust."""

__version__ = "0.1.0"
