"""A kit that runs the protocol's tests against any device that claims CDP/1 (`devices check`).

It moves no card. Run it with the device out of play: it resumes the event stream at its end.
"""

from drivers.conformance.kit import CHECKS, Check, Finding, Verdict, run_checks

__all__ = ["CHECKS", "Check", "Finding", "Verdict", "run_checks"]
