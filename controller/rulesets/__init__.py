"""Versioned rule sets as TOML, strictly validated (G7)."""
