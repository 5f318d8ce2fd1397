"""Simulated devices that speak CDP/1 from their own code (no drivers imported)."""
