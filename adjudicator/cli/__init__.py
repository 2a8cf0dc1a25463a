"""The command line: one file for each group of commands, each command a few lines over one role function."""
