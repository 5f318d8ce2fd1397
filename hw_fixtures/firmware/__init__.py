"""The inside of a simulated shuffler or shoe: NV, event log, wire session, operations, cards (CDP1 2-5)."""
