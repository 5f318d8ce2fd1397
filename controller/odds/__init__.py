"""Exact edges and rates of a rule set, from counted hands (G5)."""
