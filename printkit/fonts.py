"""Fonts: text in a face and a size as runs, the same for all backends.

Takes text, a face id and a size in points; gives runs with the place of each character, and how
wide they are. Figures have one width in all shipped faces but the hand one. Knows no page, no
layout and no output format.

A character the face lacks is taken from DejaVu Sans, the symbols face. What that lacks too, and
scripts whose letters are not just put side by side, are left to `mixed`. What it cannot print
either is refused by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, repeat

from printkit.characters import is_plain, is_private, spell, visible
from printkit.faces import candidates, is_own
from printkit.glyphs import can_show, glyph_outline, has_glyph
from printkit.shaping import Run, plain_run

_LONGEST_CACHED = 200


class NotPlainError(Exception):
    """A text is not just characters of shipped faces side by side."""


def shape(text: str, face_id: str, size: float) -> tuple[Run, ...]:
    """The text as runs of one face each, every character placed, in points."""
    return tuple([run.scaled(size) for run in _unit_runs(text, face_id)])


def text_width(text: str, face_id: str, size: float) -> float:
    """How wide the shaped text is, in points."""
    measure = _measure if len(text) <= _LONGEST_CACHED else _measure_long
    try:
        return measure(text, face_id) * size
    except NotPlainError:
        return sum(run.width for run in _unit_runs(text, face_id)) * size


def pictures(texts: Sequence[str], face_id: str) -> list[tuple[object, ...]]:
    """What is seen of each text, mark by mark: those with a picture in common look the same.

    Latin A, Greek Alpha and Cyrillic A are one mark where a face draws them alike. An accent is
    the same one whether or not it comes with its letter.
    """
    seen = [visible(text) for text in texts]
    try:
        return [(_picture(text, face_id),) for text in seen]
    except NotPlainError:
        from printkit.mixed import marks, skeleton

        return [(marks(text, face_id), skeleton(text, face_id)) for text in seen]


def _picture(text: str, face_id: str) -> tuple[object, ...]:
    return tuple(glyph_outline(one, printing_face(one, face_id)) or one for one in text)


@lru_cache(maxsize=4096)
def _measure(text: str, face_id: str) -> float:
    runs = _plain_runs(text, face_id)
    return runs[-1].x + runs[-1].width if runs else 0.0


@lru_cache(maxsize=64)
def _measure_long(text: str, face_id: str) -> float:
    """A long text is measured again and again where it may shrink."""
    return _measure.__wrapped__(text, face_id)


def _unit_runs(text: str, face_id: str) -> tuple[Run, ...]:
    """The runs of a text for a size of 1."""
    try:
        return _plain_runs(text, face_id)
    except NotPlainError:
        from printkit.mixed import runs

        return runs(text, face_id)


def _plain_runs(text: str, face_id: str) -> tuple[Run, ...]:
    split = _split if len(text) <= _LONGEST_CACHED else _split.__wrapped__
    return split(text, face_id)


@lru_cache(maxsize=2048)
def _split(text: str, face_id: str) -> tuple[Run, ...]:
    spelt = spell(text)
    runs = []
    x, at = 0.0, 0
    for face, characters in groupby(map(printing_face, spelt, repeat(face_id))):
        run = plain_run(spelt[at : at + len(list(characters))], face, x)
        runs.append(run)
        x += run.width
        at += len(run.text)
    return tuple(runs)


@lru_cache(maxsize=16384)
def printing_face(character: str, face_id: str) -> str:
    """The face itself, or the symbols face that has the character; NotPlainError if none has."""
    is_known = is_own(face_id) and is_private(character) and has_glyph(character, face_id)
    if not is_known and not is_plain(character):
        raise NotPlainError
    for candidate in candidates(face_id):
        if can_show(character, candidate):
            return candidate
    raise NotPlainError
