"""Mixed text: scripts of any kind in one line, each in a face that has it, in the right order.

Takes text and a face id; gives runs for a size of 1 in the order of reading, each in its place.
Each letter comes with all its marks from one face: the one that is asked for, a shipped one, or
one of this system. What no face has is refused by name. Knows no page and no output format.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from unicodedata import normalize

from printkit import bidi, systemfonts
from printkit.budget import spend
from printkit.characters import (
    JOINERS,
    is_plain,
    is_private,
    name_of,
    refuse_misplaced,
    refuse_unprintable,
    spell,
)
from printkit.errors import MissingGlyphError
from printkit.faces import candidates, find_face, is_own
from printkit.glyphs import can_show, glyph_outline, look_at
from printkit.shaping import Run, glyph_run, plain_run
from printkit.tuples import NamedTuple
from printkit.writing import clusters, script_of

_LONGEST_CACHED = 200
_STEPS_A_TEXT = 10
_STEPS_A_CHARACTER = 20


class _Piece(NamedTuple):
    """A cluster, the script of its letter, and the face that has it; empty where none is known."""

    text: str
    script: str
    face: str = ""


def runs(text: str, face_id: str) -> tuple[Run, ...]:
    """The runs of a text in the order in which they are read, each where it stands."""
    spend(_STEPS_A_TEXT + _STEPS_A_CHARACTER * len(text))
    make = _runs if len(text) <= _LONGEST_CACHED else _long_runs
    found = make(text, face_id, systemfonts.source())
    for run in found:
        systemfonts.note_use(run.face)
    return found


def marks(text: str, face_id: str) -> tuple[object, ...]:
    """What is seen of a text, glyph by glyph, with how it lies to the one before."""
    seen: list[object] = []
    for run in runs(text, face_id):
        if run.glyphs:
            seen += [(outline, round(x, 2), round(y, 2)) for outline, x, y in run.outlines()]
        else:
            seen += [outline or " " for outline, _, _ in run.outlines()]
    return tuple(seen)


def skeleton(text: str, face_id: str) -> tuple[object, ...]:
    """The outlines of letters and marks, each by itself and wherever it stands."""
    source = systemfonts.source()
    faces = ((one, _face(one, face_id, text, source)) for one in normalize("NFD", text))
    return tuple((glyph_outline(one, face) if face else ()) or one for one, face in faces)


@lru_cache(maxsize=16)
def _long_runs(text: str, face_id: str, source: systemfonts.FontSource) -> tuple[Run, ...]:
    """A long text is measured again and again where it may shrink."""
    return _runs.__wrapped__(text, face_id, source)


@lru_cache(maxsize=2048)
def _runs(text: str, face_id: str, source: systemfonts.FontSource) -> tuple[Run, ...]:
    base = bidi.base_level(text)
    spelt = spell(text)
    pieces = _with_faces(spelt, face_id, source)
    levels = bidi.levels(spelt, base)
    items = []
    at = 0
    for piece in pieces:
        if piece.text not in bidi.MARKS:
            items.append((levels[at], piece))
        at += len(piece.text)
    shaped = [
        (level, _shaped([piece for _, piece in several], level))
        for (level, _), several in groupby(items, key=lambda item: (item[0], item[1].face))
    ]
    return _in_order([(level, run) for level, several in shaped for run in several])


def _in_order(found: list[tuple[int, Run]]) -> tuple[Run, ...]:
    """The runs as they are read, each in its place on the line."""
    placed = [run for _, run in found]
    x = 0.0
    for at in bidi.visual_order([level for level, _ in found]):
        placed[at] = placed[at]._replace(x=x)
        x += placed[at].width
    return tuple(placed)


def _shaped(pieces: list[_Piece], level: int) -> list[Run]:
    """Pieces of one face and direction: a run for each script, blanks with what is before them."""
    face = pieces[0].face
    parts: list[list[str]] = []
    before = None
    for piece in pieces:
        if before is None or (piece.script and before and piece.script != before):
            parts.append([])
        before = piece.script or before or ""
        parts[-1].append(piece.text)
    return [_run("".join(part), face, level) for part in parts]


def _run(text: str, face: str, level: int) -> Run:
    if level % 2 == 0 and all(is_plain(one) or is_private(one) for one in text):
        return plain_run(text, face)
    return glyph_run(text, face, backwards=bool(level % 2))


def _with_faces(text: str, face_id: str, source: systemfonts.FontSource) -> list[_Piece]:
    starts = clusters(text)
    pieces = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        cluster = text[start:end]
        if not _is_private_here(cluster[0], face_id) and cluster not in bidi.MARKS:
            refuse_unprintable(cluster[0])
        pieces.append(_Piece(cluster, script_of(cluster[0])))
    found: list[_Piece] = []
    for _, several in groupby(pieces, key=lambda piece: (piece.script, piece.text in bidi.MARKS)):
        found += _faced(list(several), face_id, text, source)
    for piece in found:
        if not is_private(piece.text[0]) and piece.text not in bidi.MARKS:
            refuse_misplaced(piece.text)
    return found


def _is_private_here(character: str, face_id: str) -> bool:
    return is_own(face_id) and is_private(character) and look_at(character, face_id) == "sound"


def _faced(
    pieces: list[_Piece], face_id: str, text: str, source: systemfonts.FontSource
) -> list[_Piece]:
    """Pieces of one script: in one face if one has them all, for letters that join; else each."""
    if pieces[0].text in bidi.MARKS:
        return pieces
    characters = "".join(piece.text for piece in pieces)
    face = _face(characters, face_id, text, source) if len(pieces) > 1 else ""
    if face:
        return [piece._replace(face=face) for piece in pieces]
    return [
        piece._replace(
            face=_face(piece.text, face_id, text, source)
            or _missing(piece.text, face_id, text, source)
        )
        for piece in pieces
    ]


def _face(characters: str, face_id: str, text: str, source: systemfonts.FontSource) -> str:
    """The first face that has all of the characters; nothing if none has."""
    wanted = {one for one in characters if one not in JOINERS}
    for candidate in candidates(face_id):
        if all(can_show(character, candidate) for character in wanted):
            return candidate
    face = find_face(face_id)
    look = systemfonts.FontStyle(face.weight, face.italic)
    taken = systemfonts.find("".join(sorted(wanted)), look, systemfonts.region(text), source)
    has_all = taken is not None and all(can_show(character, taken.id) for character in wanted)
    return taken.id if taken is not None and has_all else ""


def _missing(cluster: str, face_id: str, text: str, source: systemfonts.FontSource) -> str:
    """Refuses the character that no face has, or else the mark that none has with its letter."""
    alone = (one for one in cluster if not _face(one, face_id, text, source))
    character = next(alone, cluster[-1])
    message = f"no font here has the character {name_of(character)}"
    raise MissingGlyphError(message, hint=systemfonts.advice(character, source))
