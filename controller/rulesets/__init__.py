"""Rule sets: versioned TOML files, checked strictly and handed to the engine as plain values (G7)."""
