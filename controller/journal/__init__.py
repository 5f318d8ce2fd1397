"""The append-only record in two copies (DURABILITY 3)."""
