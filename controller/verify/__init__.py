"""Check a table's record with code of its own: nothing here is shared with what writes it (DURABILITY 14)."""
