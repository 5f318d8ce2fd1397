"""The pure round engine: no Qt, files, threads, clocks or devices (ARCHITECTURE 2)."""
