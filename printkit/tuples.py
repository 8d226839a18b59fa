"""Named tuples that cost a start little: `NamedTuple` of `typing`, declared four times as fast.

`typing.NamedTuple` looks at each annotation and compiles a constructor for every class. That adds
up where a command declares two hundred of them before it does anything. Here a constructor is
compiled once for each number of fields, and then given their names. `_make` takes the values as one
tuple and looks at nothing, in half the time: for the states and moves that a game makes by the
hundred thousand.
"""

from __future__ import annotations

from functools import cache, partial
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from _collections import _tuplegetter as getter
    from types import CodeType

    @cache
    def _constructor(count: int) -> CodeType:
        """The code of a constructor that takes so many values."""
        values = "".join(f"v{number}, " for number in range(count))
        return eval(f"lambda cls, {values}: new(cls, ({values}))").__code__

    def _make_new(name: str, fields: tuple[str, ...], defaults: tuple[object, ...]) -> FunctionType:
        """The constructor of a class with these fields, the last of which have defaults."""
        code = _constructor(len(fields))
        code = code.replace(co_varnames=("cls", *fields), co_name=name, co_qualname=name)
        return FunctionType(code, {"new": tuple.__new__}, "__new__", defaults)

    _new = tuple.__new__

    class _Named(tuple):
        """What the classes of named tuples have in common."""

        __slots__ = ()
        _fields = ()

        def __init_subclass__(cls) -> None:
            super().__init_subclass__()
            cls._make = partial(_new, cls)

        def _replace(self, /, **changed):
            """The same tuple with other values for some fields."""
            values, places = list(self), self._places
            try:
                for field, value in changed.items():
                    values[places[field]] = value
            except KeyError as unknown:
                raise ValueError(f"Got unexpected field names: {unknown}") from None
            return _new(type(self), values)

        def _asdict(self):
            """The values by name."""
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            shown = ", ".join(f"{field}={value!r}" for field, value in self._asdict().items())
            return f"{type(self).__name__}({shown})"

    class _Declaring(type):
        """Makes a named tuple of a class whose annotations are its fields.

        What it makes is a plain class and no instance of this one: `isinstance` and `case` tell
        what is not of such a class in a third of the time.
        """

        def __new__(meta, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            fields = tuple(body.get("__annotations__", ()))
            defaults = tuple(body[field] for field in fields if field in body)
            last = fields[len(fields) - len(defaults) :]
            if bare := [field for field in last if field not in body]:
                raise TypeError(f"{name}: {bare[0]} follows a default and has none")
            names = {field: getter(number, field) for number, field in enumerate(fields)}
            own = {"__slots__": (), "_fields": fields, "__match_args__": fields}
            own["_places"] = {field: place for place, field in enumerate(fields)}
            own["_field_defaults"] = dict(zip(last, defaults, strict=True))
            own["__new__"] = _make_new(name, fields, defaults)
            plain = tuple(_Named if base is NamedTuple else base for base in bases)
            return type(name, plain, {**body, **own, **names})

    NamedTuple = type.__new__(_Declaring, "NamedTuple", (), {})
