"""Load a card room's policy for irregularities: I1 to I36 with what may be ruled (G9.1)."""

from functools import partial
from pathlib import Path

from controller.engine.faults import ConfigFault
from controller.engine.ruleset_policy import Irregular, IrregularityPolicy, PolicyRow, Ruling
from controller.rulesets.files import SHIPPED, Settings, digest, resolved
from controller.rulesets.model import MISSING, PolicyModel, PolicyRowModel, parse

CODES = tuple(f"I{number}" for number in range(1, 37))
_POLICIES = SHIPPED / "policies"


def load_policy(name: str, *, folders: tuple[Path, ...] = ()) -> IrregularityPolicy:
    """Load a policy by name, from `policies/NAME.toml` in one of the folders or of the program.

    Raises ConfigFault where there is none, a row is missing, or a default is not among the allowed.
    """
    path = _find(name, folders=folders, asked_by="rule set")
    settings = resolved(path, partial(_find, folders=folders, asked_by=str(path)))
    model = parse(str(path), settings, PolicyModel)
    _check_codes(str(path), model)
    return IrregularityPolicy(
        name=model.name,
        version=model.version,
        digest=digest(settings),
        fees_on_void=model.void.fees,
        void_counts_for_rotation=model.void.counts_for_rotation,
        rows=tuple(_row(str(path), code, model.rows[code]) for code in CODES),
    )


def policy_settings(name: str, *, folders: tuple[Path, ...], asked_by: str) -> Settings:
    """Give what a policy's files say, so that a rule set's digest covers its policy too."""
    path = _find(name, folders=folders, asked_by=asked_by)
    load_policy(name, folders=folders)
    return resolved(path, partial(_find, folders=folders, asked_by=str(path)))


def _find(name: str, *, folders: tuple[Path, ...], asked_by: str) -> Path:
    places = [folder / "policies" / f"{name}.toml" for folder in folders]
    for place in (*places, _POLICIES / f"{name}.toml"):
        if place.is_file():
            return place
    shipped = sorted(path.stem for path in _POLICIES.glob("*.toml"))
    raise ConfigFault(file=asked_by, key="irregularities", value=name, allowed=", ".join(shipped))


def _check_codes(file: str, model: PolicyModel) -> None:
    for code in CODES:
        if code not in model.rows:
            raise ConfigFault(file=file, key=f"rows.{code}", value=MISSING, allowed="a table of its settings")
    for code in model.rows:
        if code not in CODES:
            raise ConfigFault(
                file=file, key=f"rows.{code}", value=model.rows[code].event, allowed="I1 to I36"
            )


def _row(file: str, code: str, model: PolicyRowModel) -> PolicyRow:
    otherwise = model.otherwise or None
    for key, ruling in (("default", model.default), ("otherwise", otherwise)):
        if ruling is not None and ruling not in model.allowed:
            allowed = "one of rows.allowed: " + ", ".join(model.allowed)
            raise ConfigFault(file=file, key=f"rows.{code}.{key}", value=str(ruling), allowed=allowed)
    return PolicyRow(
        code=Irregular(code),
        event=model.event,
        self_detected=model.self_detected,
        phases=tuple(model.phases),
        default=model.default,
        allowed=model.allowed,
        condition=model.condition,
        otherwise=Ruling(otherwise) if otherwise else None,
        scope=model.scope,
        who=model.who,
        basis=model.basis,
    )
