"""The imperative shell round the engine: one thread, one writer (ARCHITECTURE 3)."""
