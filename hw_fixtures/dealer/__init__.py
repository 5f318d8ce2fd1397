"""The robot house dealer: reads the prompt, does what hands do, takes offers (ARCHITECTURE 11)."""

from hw_fixtures.dealer.robot import Move, Rest, RobotDealer, Step
from hw_fixtures.dealer.strategy import ScriptedStrategy, SeededStrategy, Strategy, Wagers
from hw_fixtures.dealer.taking import Take

__all__ = [
    "Move",
    "Rest",
    "RobotDealer",
    "ScriptedStrategy",
    "SeededStrategy",
    "Step",
    "Strategy",
    "Take",
    "Wagers",
]
