"""How long to wait before the next try of a link; pure policy (CDP1 3, 11)."""

FIRST_S = 0.02
MOST_S = 0.3
PATIENT_AFTER = 10
PATIENT_S = 2.0
POLL_S = 0.5
"""Poll of an address at which nothing is there."""


class Backoff:
    """Count failures in a row: 20 ms doubling to 300 ms, after ten 2 s."""

    def __init__(self) -> None:
        self.failures = 0

    def fail(self) -> float:
        """Note one more failure; give the wait in seconds."""
        self.failures += 1
        if self.failures > PATIENT_AFTER:
            return PATIENT_S
        return float(min(FIRST_S * 2 ** (self.failures - 1), MOST_S))

    @property
    def is_patient(self) -> bool:
        """Tell whether so many tries have failed that somebody should look."""
        return self.failures >= PATIENT_AFTER

    def reset(self) -> None:
        """Start over: the link is up."""
        self.failures = 0
