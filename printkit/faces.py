"""Faces: the fonts that ship, by family and weight, and those that layouts bring along.

A face of one's own comes from `fontfile` and is known by what is in it, for as long as somebody
holds it. Measures nothing: see `fonts`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakValueDictionary

from printkit import data
from printkit.errors import LayoutError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Face:
    """One font file, by the names that CSS and people use for it."""

    id: str
    """What the scene calls it."""
    path: Path
    """Where its file is."""
    family: str
    """What CSS and people call it."""
    weight: int = 400
    """400 is regular, 700 bold."""
    italic: bool = False
    """Whether it leans."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class OwnFace:
    """A font that a layout brings along: the bytes of a plain TrueType file."""

    id: str
    data: bytes
    weight: int = 400
    italic: bool = False


def _shipped(
    face_id: str, file: str, family: str, weight: int = 400, *, italic: bool = False
) -> Face:
    return Face(face_id, data.folder("fonts") / file, family, weight, italic)


FACES = {
    face.id: face
    for face in (
        _shipped("Roboto", "roboto/Roboto_400Regular.ttf", "Roboto"),
        _shipped("Roboto-Bold", "roboto/Roboto_700Bold.ttf", "Roboto", 700),
        _shipped("Roboto-Italic", "roboto/Roboto_400Regular_Italic.ttf", "Roboto", italic=True),
        _shipped(
            "RobotoCondensed", "roboto-condensed/RobotoCondensed_400Regular.ttf", "Roboto Condensed"
        ),
        _shipped(
            "RobotoCondensed-Bold",
            "roboto-condensed/RobotoCondensed_700Bold.ttf",
            "Roboto Condensed",
            700,
        ),
        _shipped("Nunito-Bold", "nunito/Nunito_700Bold.ttf", "Nunito", 700),
        _shipped("Nunito-Black", "nunito/Nunito_900Black.ttf", "Nunito", 900),
        _shipped("DejaVuSans", "dejavu/DejaVuSans.ttf", "DejaVu Sans"),
        _shipped("DejaVuSans-Bold", "dejavu/DejaVuSans-Bold.ttf", "DejaVu Sans", 700),
        _shipped("PatrickHand", "patrick-hand/PatrickHand_400Regular.ttf", "Patrick Hand"),
    )
}

Families: TypeAlias = "Mapping[str, Mapping[str, str]]"
"""The ids of faces by family and weight, as layouts name them."""

FAMILIES: Families = {
    "text": {"regular": "Roboto", "bold": "Roboto-Bold", "italic": "Roboto-Italic"},
    "condensed": {"regular": "RobotoCondensed", "bold": "RobotoCondensed-Bold"},
    "title": {"bold": "Nunito-Bold", "black": "Nunito-Black"},
    "symbols": {"regular": "DejaVuSans", "bold": "DejaVuSans-Bold"},
    "hand": {"regular": "PatrickHand"},
}

_own_faces: WeakValueDictionary[str, OwnFace] = WeakValueDictionary()


def register(face: OwnFace) -> OwnFace:
    """Makes a face known by its id while the one that is given back is held."""
    return _own_faces.setdefault(face.id, face)


def find_face(face_id: str) -> Face | OwnFace:
    """The face with this id."""
    face = FACES.get(face_id) or _own_faces.get(face_id)
    if face is None:
        raise LayoutError(f"unknown font face '{face_id}'", hint=did_you_mean(face_id, FACES))
    return face


def is_own(face_id: str) -> bool:
    """Whether the face comes from a layout and not with printkit."""
    return face_id not in FACES


def resolve(family: str, weight: str = "regular", families: Families = FAMILIES) -> str:
    """The face id of a family and weight as layouts name them: ('title', 'black')."""
    weights = families.get(family)
    if weights is None:
        raise LayoutError(f"unknown font '{family}'", hint=did_you_mean(family, families))
    if weight not in weights:
        raise LayoutError(
            f"font '{family}' has no weight '{weight}'", hint=did_you_mean(weight, weights)
        )
    return weights[weight]
