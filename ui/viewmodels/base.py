"""What all view models share: a frozen value says what is shown, one class here shows it to Qt.

A view model is a dataclass of plain values (its fields are the properties or roles), a pure function that
makes it from the view, and a thin Qt class. `show` is the only writer: it compares, sets, and emits one
notify signal for each property that changed (TOUCHSCREEN 9).
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import (
    Property,
    QAbstractListModel,
    QByteArray,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

Shown = TypeVar("Shown")
Model = TypeVar("Model", bound="type[ViewModel[Any]]")

QT_TYPES: dict[object, type | str] = {
    str: str,
    bool: bool,
    int: int,
    float: float,
    tuple[str, ...]: "QStringList",
}
"""How a field crosses into QML; money and record numbers are text, a QML int is 32 bit (ARCHITECTURE 7).
No map: each binding that reads one entry of it would copy them all."""


class ViewModel(QObject, Generic[Shown]):
    """Show one frozen value; lives on the Qt main thread, changes in `show` only.

    Signals: `<field>Changed()` for each field of the value, without arguments.
    """

    shown: Shown

    def __init__(self, first: Shown, parent: QObject) -> None:
        super().__init__(parent)
        self.shown = first

    def show(self, value: Shown) -> None:
        """Compare with what is shown, set, and notify once for each field that differs."""
        before, self.shown = self.shown, value
        for field in fields(value):  # type: ignore[arg-type]  # a TypeVar cannot be bound to dataclasses
            if getattr(before, field.name) != getattr(value, field.name):
                getattr(self, f"{field.name}Changed").emit()


def shows(value_type: type) -> Callable[[Model], Model]:
    """Give a view model class one constant-typed property and one notify signal for each field of a value."""

    def extend(model: Model) -> Model:
        body: dict[str, object] = {"__doc__": model.__doc__, "__module__": model.__module__}
        for field in fields(value_type):
            notify = Signal()
            body[f"{field.name}Changed"] = notify
            body[field.name] = Property(QT_TYPES[field.type], _getter(field.name), notify=notify)  # type: ignore[arg-type]  # the stub knows classes only, Qt takes names too
        extended: Model = type(model.__name__, (model,), body)  # type: ignore[assignment]  # made here
        return extended

    return extend


def _getter(name: str) -> Callable[[ViewModel[Any]], Any]:
    """Make a getter that only returns a field, so that no exception can hide in it."""

    def get(model: ViewModel[Any]) -> Any:  # noqa: ANN401 - a Qt property carries what its type says
        return getattr(model.shown, name)

    return get


class FixedRows(QAbstractListModel, Generic[Shown]):
    """Show a fixed number of frozen rows; lives on the Qt main thread, changes in `show` only.

    Rows never come or go, so a finger on a row is never robbed of its control: they change by `dataChanged`.
    """

    ROW: ClassVar[type]

    def __init__(self, first: Sequence[Shown], parent: QObject) -> None:
        super().__init__(parent)
        self.shown = tuple(first)
        self._names = tuple(field.name for field in fields(self.ROW))

    def show(self, rows: Sequence[Shown]) -> None:
        """Compare row by row and notify the roles that differ; another number of rows is an error."""
        if len(rows) != len(self.shown):
            raise ValueError(f"{len(rows)} rows for {type(self).__name__}; allowed: {len(self.shown)}")
        before, self.shown = self.shown, tuple(rows)
        for number, (old, new) in enumerate(zip(before, self.shown, strict=True)):
            changed = [
                Qt.ItemDataRole.UserRole + place
                for place, name in enumerate(self._names)
                if getattr(old, name) != getattr(new, name)
            ]
            if changed:
                index = self.index(number, 0)
                self.dataChanged.emit(index, index, changed)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Give the number of rows; there are none below a row."""
        return 0 if parent.isValid() else len(self.shown)

    def roleNames(self) -> dict[int, QByteArray]:
        """Name each field of a row as a role."""
        return {
            Qt.ItemDataRole.UserRole + place: QByteArray(name.encode())
            for place, name in enumerate(self._names)
        }

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Give one field of one row."""
        place = role - Qt.ItemDataRole.UserRole
        if not index.isValid() or not 0 <= place < len(self._names):
            return None
        return getattr(self.shown[index.row()], self._names[place])
