"""Speed as ratios on one machine: measured by `make bench`, never asserted in a test."""
