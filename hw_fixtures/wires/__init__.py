"""Carry a simulated device's bytes: in-process, over a pseudo-terminal, or behind pyusb (CDP1 1, 12)."""
