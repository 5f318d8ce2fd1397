"""Words for the table's life beside the round (no Qt here)."""

from controller.engine.life_commands import MarkAway, SignOnDealer


def life_key(command: MarkAway | SignOnDealer) -> str:
    """Name the text of an act that is asked both ways."""
    if isinstance(command, SignOnDealer):
        return "primary.relieve_dealer" if command.emergency else "primary.sign_on_dealer"
    return "primary.mark_away" if command.is_away else "primary.mark_back"
