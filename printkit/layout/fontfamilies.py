"""Font families that a layout or part may name: the shipped ones and its own.

A problem with a font is reported, and another font is used in its place, so that other problems of
the sheet are found, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from printkit.core.errors import LayoutError, Where
from printkit.layout.log import current_log, report
from printkit.text.faces import FAMILIES, Families

if TYPE_CHECKING:
    from printkit.layout.context import Context
    from printkit.layout.language.definition import FontFiles

MAX_FILES = 16
STAND_IN = FAMILIES["text"]["regular"]


def families_with(
    fonts: Iterable[tuple[str, FontFiles]], known: Families, context: Context
) -> Families:
    """Return the families known so far, and those that a file defines."""
    return {**known, **{name: _family(name, files, context) for name, files in fonts}}


def _family(name: str, files: FontFiles, context: Context) -> dict[str, str]:
    weights = {weight: getattr(files, weight) for weight in files.attributes}
    if name in FAMILIES:
        hint = "choose another name"
        report(LayoutError(f"'{name}' is already one of printkit's fonts", files.where, hint))
    elif not any(weights.values()):
        hint = f"write {name}: and the name of a .ttf file"
        report(LayoutError(f"the font '{name}' has no file", files.where, hint))
    else:
        return {
            weight: _face(file, weight, files.where, context)
            for weight, file in weights.items()
            if file
        }
    return dict.fromkeys(weights, STAND_IN)


def _face(file: str, weight: str, where: Where, context: Context) -> str:
    from printkit.text.fontfile import load_face

    try:
        face = load_face(file, weight, context.ticket.folder, where)
    except LayoutError as error:
        report(error)
        return STAND_IN
    if face.id not in context.faces and len(context.faces) == MAX_FILES:
        message = f"more than {MAX_FILES} font files for one sheet"
        report(LayoutError(message, where, "use fewer"))
        return STAND_IN
    context.faces[face.id] = face
    current_log().note("face", face)
    return face.id
