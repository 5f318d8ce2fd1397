"""What the record tells afterwards: rounds as they were played (ARCHITECTURE 2)."""
