"""Faces: shipped fonts by family and weight, and those of layouts and the system.

`fontfile` loads the faces of layouts, which are registered here by their content as long as they
are in use, and `systemfonts` finds those of the system. `glyphs` measures them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import NamedTuple, TypeAlias, TypeVar, cast
from weakref import WeakValueDictionary

from printkit.core.errors import LayoutError, did_you_mean
from printkit.core.source import shipped_folder


class Face(NamedTuple):
    """A shipped font."""

    id: str  # its name in the scene
    path: Path
    family: str  # its name in CSS
    weight: int = 400  # 400 is regular, 700 bold
    italic: bool = False


@dataclass(frozen=True, slots=True, weakref_slot=True)
class OwnFace:
    """A layout's own font: the bytes of a plain TrueType file."""

    id: str
    data: bytes
    weight: int = 400
    italic: bool = False


@dataclass(frozen=True, slots=True, weakref_slot=True)
class SystemFace:
    """A font of this system, for characters that no shipped one has."""

    id: str  # its name in the scene: its PostScript name and the beginning of its digest
    path: Path
    index: int  # of the font in its file
    name: str  # its full name
    digest: str  # of its file
    weight: int = 400  # 400 is regular, 700 bold
    italic: bool = False
    axes: tuple[tuple[str, float], ...] = ()  # the axes of a variable font, with their values

    def as_json(self) -> dict[str, str]:
        """Return the font as `--json` prints it."""
        return {"name": self.name, "path": str(self.path), "digest": self.digest}


AnyFace: TypeAlias = Face | OwnFace | SystemFace


def _face(face_id: str, file: str, family: str, weight: int = 400, *, italic: bool = False) -> Face:
    return Face(face_id, shipped_folder("fonts") / file, family, weight, italic)


FACES = {
    face.id: face
    for face in (
        _face("Roboto", "roboto/Roboto_400Regular.ttf", "Roboto"),
        _face("Roboto-Bold", "roboto/Roboto_700Bold.ttf", "Roboto", 700),
        _face("Roboto-Italic", "roboto/Roboto_400Regular_Italic.ttf", "Roboto", italic=True),
        _face(
            "RobotoCondensed", "roboto-condensed/RobotoCondensed_400Regular.ttf", "Roboto Condensed"
        ),
        _face(
            "RobotoCondensed-Bold",
            "roboto-condensed/RobotoCondensed_700Bold.ttf",
            "Roboto Condensed",
            700,
        ),
        _face("Nunito-Bold", "nunito/Nunito_700Bold.ttf", "Nunito", 700),
        _face("Nunito-Black", "nunito/Nunito_900Black.ttf", "Nunito", 900),
        _face("DejaVuSans", "dejavu/DejaVuSans.ttf", "DejaVu Sans"),
        _face("DejaVuSans-Bold", "dejavu/DejaVuSans-Bold.ttf", "DejaVu Sans", 700),
        _face("PatrickHand", "patrick-hand/PatrickHand_400Regular.ttf", "Patrick Hand"),
    )
}

BOLD = 600  # a face of at least this weight gets bold symbols

Families: TypeAlias = "Mapping[str, Mapping[str, str]]"
"""The ids of faces, by the names of family and weight in layouts."""

FAMILIES: Families = {
    "text": {"regular": "Roboto", "bold": "Roboto-Bold", "italic": "Roboto-Italic"},
    "condensed": {"regular": "RobotoCondensed", "bold": "RobotoCondensed-Bold"},
    "title": {"bold": "Nunito-Bold", "black": "Nunito-Black"},
    "symbols": {"regular": "DejaVuSans", "bold": "DejaVuSans-Bold"},
    "hand": {"regular": "PatrickHand"},
}

OneFace = TypeVar("OneFace", bound=OwnFace | SystemFace)
_registered: WeakValueDictionary[str, OwnFace | SystemFace] = WeakValueDictionary()
_registering = Lock()


def register(face: OneFace) -> OneFace:
    """Register a face by its id, for as long as the returned object is alive."""
    with _registering:
        return cast("OneFace", _registered.setdefault(face.id, face))


def register_system_face(face: SystemFace) -> SystemFace:
    """Register a font of this system; the path where it was found last is used."""
    _registered[face.id] = face
    return face


class FontUse:
    """A collection of the system fonts that a piece of work uses, or a ban on them."""

    def __init__(self, *, forbid: bool = False) -> None:
        self.forbids = forbid
        self.faces: dict[str, SystemFace] = {}


_font_use: ContextVar[FontUse] = ContextVar("font_use", default=FontUse())  # noqa: B039 - as for budgets
font_use = _font_use.get
"""Return the current collection."""


@contextmanager
def recording_fonts(*, forbid: bool = False) -> Iterator[FontUse]:
    """Collect the fonts of this system that are used inside this block, or forbid them.

    Outer blocks collect them, too.
    """
    own = FontUse(forbid=forbid)
    token = _font_use.set(own)
    try:
        yield own
    finally:
        _font_use.reset(token)
        font_use().faces.update(own.faces)


def find_face(face_id: str) -> AnyFace:
    """Return the face with this id."""
    face = FACES.get(face_id) or _registered.get(face_id)
    if face is None:
        raise LayoutError(f"unknown font face '{face_id}'", hint=did_you_mean(face_id, FACES))
    return face


def is_own(face_id: str) -> bool:
    """Return whether the face comes from a layout or this system, not from printkit."""
    return face_id not in FACES


def candidates(face_id: str) -> tuple[str, ...]:
    """Return the face and its fallbacks."""
    symbols = FAMILIES["symbols"]
    heavy = (symbols["bold"],) if find_face(face_id).weight >= BOLD else ()
    return (face_id, *heavy, symbols["regular"])


def resolve(family: str, weight: str = "regular", families: Families = FAMILIES) -> str:
    """Return the face id of a family and weight in layouts: ('title', 'black')."""
    weights = families.get(family)
    if weights is None:
        raise LayoutError(f"unknown font '{family}'", hint=did_you_mean(family, families))
    if weight not in weights:
        raise LayoutError(
            f"font '{family}' has no weight '{weight}'", hint=did_you_mean(weight, weights)
        )
    return weights[weight]
