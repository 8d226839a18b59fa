"""The HTML backend: a document as one page that keeps score, in one file.

Every sheet is its drawing as SVG, and over it the inputs, which are part of what is read aloud
(`aloud`). The code of the page (`page`) is shared with the studio, which sends the same data.
The file makes no requests: its policy allows nothing but its own script and style, by their hashes.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.backends.html import page as code
from printkit.backends.html.aloud import markup_read_aloud
from printkit.backends.numbers import short
from printkit.backends.svg import Drawings
from printkit.core.formulas.javascript import as_data
from printkit.core.formulas.terms import calculation_order, with_prefix
from printkit.core.geometry import Bounds
from printkit.core.scene import Goal, PlacedSheet
from printkit.core.scores import find_scores
from printkit.text import faces
from printkit.text.webfont import shown_characters, web_font

if TYPE_CHECKING:
    from printkit.core.scene import Document, Field, Item, Page

_TYPED: Final = frozenset(
    map(chr, (*range(0x20, 0x7F), *range(0xDF, 0x100), 0x2019, 0x2212))
) - frozenset("\\^`{|}~<>ðýþÿ÷") | frozenset("ÀÄÅÆÇÉÈÍÑÓÖØÚÜĄąĆćĘęŁłŃńŒœŚśŹźŻż")
"""The characters that are often typed; a browser has others in its own fonts."""
_ROOMY: Final = 0.42
_MOST_SIZE: Final = 30.0
"""The size of letters as a share of a high field, and at most in points: as in print."""
_LABEL_PLACE = re.compile(r"\{(P|\d|\{)\}")
_NUMBER = re.compile(r"(?<!\{)\b\d+\b")


class _SheetFields(NamedTuple):
    """A sheet with its fields: one of a player's, perhaps on several pages."""

    id: str
    prefix: str  # of its fields' names
    players: int
    number: int  # among those of its player count
    fields: dict[str, Field]


class _PageData(NamedTuple):
    """A page, or a part of it that is a sheet."""

    sheet: tuple[str, str]  # its id, and the prefix of its fields' names
    title: str
    items: Sequence[Item]
    box: Bounds
    fields: Sequence[Field]  # those with inputs, in the order of the markup
    read: str  # what is read aloud, with the inputs


class _PlayerNames(NamedTuple):
    """The players by seat, and the fields for their names; empty if they have none."""

    names: list[str]
    fields: list[str]


class ScorePages:
    """The pages of a document as data and markup, for the page code."""

    def __init__(self, document: Document) -> None:
        self._document, self._about = document, document.score_page
        self.drawings = Drawings()
        self._sheets: dict[tuple[str, str], _SheetFields] = {}
        self._pages: list[_PageData] = []
        self._given: dict[str, object] = {}

    def add(self, page: Page) -> None:
        """Add a page of paper: every sheet on it becomes a page of its own."""
        whole = PlacedSheet("", 1, 0, "", cut=False, details={})  # of a page without sheets
        sheets = page.sheets or (whole,)
        parts = [(item,) for item in page.items[-len(sheets) :]] if page.sheets else [page.items]
        for items, placed in zip(parts, sheets, strict=True):
            key = placed.id, placed.prefix
            if key not in self._sheets:
                self._sheets[key] = _SheetFields(
                    placed.id, placed.prefix, placed.players, placed.number, {}
                )
            sheet = self._sheets[key]
            sheet.fields.update({field.name: field for field in placed.fields})
            values = {placed.prefix + name: value for name, value in placed.values.items()}
            self._given.update(values)
            box = placed.box or Bounds(0.0, 0.0, page.width, page.height)
            shown: list[Field] = []
            read = markup_read_aloud(items, partial(self._input, placed, shown))
            self._pages.append(_PageData(key, placed.title, items, box, shown, read))

    def _input(self, placed: PlacedSheet, shown: list[Field], number: int) -> str:
        """Return the input for a field, and add it to those shown; none for a name in print."""
        if number >= len(placed.fields):
            return ""  # none of the fields are known: a problem, raised after the last page
        field = placed.fields[number]
        if self._is_name(placed.id, field.name.removeprefix(placed.prefix)):
            return ""
        shown.append(field)
        name = f'data-field="{escape(field.name)}"'
        if field.formula is not None:
            return f"<output {name}></output>"
        return f'<input type="checkbox" {name}>' if field.kind == "tick" else f"<input {name}>"

    def _is_name(self, sheet: str, name: str) -> bool:
        """Return whether a field is the name of a player that is given."""
        names = self._names(sheet)
        head, _, seat = name.partition(".")
        return head == "name" and seat.isdigit() and 0 < int(seat) <= len(names)

    def _names(self, sheet: str) -> Sequence[str]:
        names = self._about.heads.get(sheet, {}).get("names", ())
        assert isinstance(names, list | tuple)
        return names

    def sort(self) -> None:
        """Sort sheets by their numbers: on paper they are in the order for cutting."""
        ids = list(dict.fromkeys(sheet_id for sheet_id, _ in self._sheets))
        # The prefix of the fields of a sheet is its number in the file: `2.`
        numbers = {key: int(key[1].removesuffix(".") or 0) for key in self._sheets}
        order = sorted(numbers, key=lambda key: (ids.index(key[0]), numbers[key]))
        self._sheets = {key: self._sheets[key] for key in order}
        self._pages.sort(key=lambda page: order.index(page.sheet))

    @property
    def numbers(self) -> list[int]:
        """The number of each sheet among those of its player count; a back has its front's."""
        return [sheet.number for sheet in self._sheets.values()]

    def markup(self) -> str:
        """Return the markup of all pages."""
        drawings, definitions = self.drawings.draw([(one.items, one.box) for one in self._pages])
        return definitions + "".join(
            f'<section class="pad" id="page-{number}"><h2 class="aloud">{escape(page.title)}</h2>'
            f'<div class="pad-page">{drawing}<div class="places">{page.read}</div></div></section>'
            for number, (page, drawing) in enumerate(zip(self._pages, drawings, strict=True), 1)
        )

    def data(self) -> dict[str, Any]:
        """Return what the page code needs to know."""
        sheets = list(self._sheets.values())
        files = list(self._files(sheets))
        names_of_fields = (field.name for page in self._pages for field in page.fields)
        numbers = {name: at for at, name in enumerate(dict.fromkeys(names_of_fields))}
        players, scoring, seats = self._scoring(sheets, files, numbers)
        formulas = {
            field.name: field.formula
            for sheet in sheets
            for field in sheet.fields.values()
            if field.formula is not None
        }
        kinds: dict[_InputKind, int] = {}
        labels = _Labels(players.names)
        indexes = {key: index for index, key in enumerate(self._sheets)}
        pages = [
            {
                "sheet": indexes[page.sheet],
                "seat": seats.get(indexes[page.sheet], 0),
                **self._page(page, kinds, labels),
            }
            for page in self._pages
        ]
        return {
            "title": self._document.title,
            "language": self._document.language,
            "words": self._about.words,
            "plurals": list(self._about.plurals),
            "players": players.names,
            "nameFields": players.fields,
            "files": files,
            "sheets": [sheet.prefix for sheet in sheets],
            "kinds": [kind._asdict() for kind in kinds],
            "labels": list(labels.templates),
            "pages": pages,
            "formulas": [
                [numbers[name], as_data(formulas[name], numbers)]
                for name in calculation_order(formulas)
            ],
            "scoring": scoring,
            "isApp": self._about.is_app,
            "given": self._typed_values(sheets),
        }

    def _page(
        self, page: _PageData, kinds: dict[_InputKind, int], labels: _Labels
    ) -> dict[str, Any]:
        """Return a page with its inputs: the numbers of kind and label, the seat and the place."""
        places = []
        for field in page.fields:
            kind, at = _kind_and_place(field, page.box)
            kind_number = kinds.setdefault(kind, len(kinds))
            places.append([kind_number, labels.number(field), field.seat, *at])
        return {
            "title": page.title,
            "width": round(page.box.right - page.box.left, 2),
            "height": round(page.box.bottom - page.box.top, 2),
            "places": places,
        }

    def _files(self, sheets: Sequence[_SheetFields]) -> Iterator[dict[str, Any]]:
        """Yield the files of values: each has a sheet for all players, once."""
        found: dict[tuple[str, int, int], list[int]] = {}
        copies: dict[tuple[str, int, int], int] = {}
        for index, sheet in enumerate(sheets):
            place = sheet.id, sheet.players, sheet.number
            copies[place] = copies.get(place, 0) + 1
            found.setdefault((sheet.id, sheet.players, copies[place]), []).append(index)
        for (sheet_id, _, _), numbers in found.items():
            yield {"head": self._about.heads.get(sheet_id, {}), "sheets": numbers}

    def _scoring(
        self,
        sheets: Sequence[_SheetFields],
        files: Sequence[Mapping[str, Any]],
        numbers: Mapping[str, int],
    ) -> tuple[_PlayerNames, dict[str, Any] | None, dict[int, int]]:
        """Return the players, the fields with their scores, and whose sheet a sheet is.

        They are those of the first file that has scores, or else of the first one.
        """
        groups = [[sheets[number] for number in file["sheets"]] for file in files]
        found = [find_scores([one.fields for one in own], own[0].players) for own in groups]
        at = next((number for number, scores in enumerate(found) if scores), 0)
        own, scores = groups[at], found[at]
        first = own[0]
        is_each = len(own) == first.players > 1
        given = self._names(first.id)
        unnamed = self._about.words.get(code.PLAYER, code.PLAYER)
        seats = range(1, first.players + 1)
        names = [unnamed.replace("{number}", str(seat)) for seat in seats]
        names[: len(given)] = given[: first.players]
        fields = (
            [f"{sheet.prefix}name" for sheet in own]
            if is_each
            else [f"{first.prefix}name.{seat}" for seat in seats]
        )
        known = {name for sheet in own for name in sheet.fields}
        players = _PlayerNames(names, [name if name in known else "" for name in fields])
        if scores is None:
            return players, None, {}
        owners = {number: seat for seat, number in enumerate(files[at]["sheets"], 1)}
        goal = self._about.goals.get(first.id, Goal())
        over = goal.over and as_data(with_prefix(goal.over, first.prefix), numbers)
        scoring = {**scores._asdict(), "each": is_each, "lowest": goal.lowest, "over": over}
        inputs = [field for one in own for field in one.fields.values() if field.formula is None]
        scoring["ticked"] = all(field.kind != "number" for field in inputs)
        return players, scoring, owners if is_each else {}

    def _typed_values(self, sheets: Sequence[_SheetFields]) -> dict[str, object]:
        """Return the values that were filled in, besides those that are computed."""
        fields = {name: field for sheet in sheets for name, field in sheet.fields.items()}
        return {
            name: value
            for name, value in self._given.items()
            if name in fields and fields[name].formula is None and value not in (False, "crossed")
        }


class _Labels:
    """The labels of inputs as templates, because most differ in names and numbers only.

    `{P}` is the name of the input's player, `{1}` a part of the input's name, and `{{}` a brace.
    """

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players
        self.templates: dict[str, int] = {}

    def number(self, field: Field) -> int:
        """Return the number of the template that says the label of a field."""
        parts = field.name.split(".")
        player = self._players[field.seat - 1] if field.seat else ""
        for template, number in self.templates.items():
            if _expand(template, parts, player) == field.label:
                return number
        template = field.label.replace("{", "{{}")
        if player:
            template = template.replace(player, "{P}")
        numbers = {part: f"{{{at}}}" for at, part in enumerate(parts) if part.isdigit()}
        short_ = _NUMBER.sub(lambda found: numbers.get(found[0], found[0]), template)
        if _expand(short_, parts, player) == field.label:
            template = short_
        return self.templates.setdefault(template, len(self.templates))


def _expand(template: str, parts: Sequence[str], player: str) -> str:
    def text(place: re.Match[str]) -> str:
        if place[1].isdigit():
            number = int(place[1])
            return parts[number] if number < len(parts) else ""
        return player if place[1] == "P" else "{"

    return _LABEL_PLACE.sub(text, template)


class _InputKind(NamedTuple):
    """What many inputs have in common; lengths are in percent of the page, size of its width."""

    kind: str
    least: int | None
    most: int | None
    formula: bool  # whether it is computed
    circled: bool
    turned: bool
    width: float
    height: float
    size: float


def _kind_and_place(field: Field, box: Bounds) -> tuple[_InputKind, tuple[float, float]]:
    """Return what an input has in common with others, and its left and top edge in percent."""
    across, down = 100 / (box.right - box.left), 100 / (box.bottom - box.top)
    letters = max(field.size, min(_ROOMY * field.height, _MOST_SIZE))
    lengths = field.width * across, field.height * down, letters * across
    width, height, size = (round(length, 2) for length in lengths)
    known = field.formula is not None, field.circled, bool(field.turn)
    kind = _InputKind(field.kind, field.least, field.most, *known, width, height, size)
    return kind, (round((field.x - box.left) * across, 2), round((field.y - box.top) * down, 2))


class Renderer:
    """A page in progress."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._pages = ScorePages(document)

    def render(self, page: Page) -> Iterator[bytes]:
        """Add a page; this completes no file."""
        self._pages.add(page)
        return iter(())

    def finish(self) -> Iterator[bytes]:
        """Yield the file."""
        document, pages = self._document, self._pages
        about = document.score_page
        pages.sort()
        markup, data = pages.markup(), pages.data()
        data["digest"] = sha256(f"{markup}{_json(data)}".encode()).hexdigest()[:16]
        style = f":root{{--accent:{about.accent}}}\n{_fonts(pages.drawings)}{code.style()}"
        script = code.script()
        parts = {
            "language": escape(document.language),
            "policy": code.policy(script, style, is_app=about.is_app),
            "command": escape(", ".join(document.keywords)),
            "title": escape(document.title),
            "icon": code.icon(),
            "style": style,
            "pads": f'<div class="pads">{markup}</div>',
            "noscript": escape(about.words.get(code.NO_SCRIPT, code.NO_SCRIPT)),
            "data": _json(data),
            "script": script,
        }
        yield code.fill_in("page.html", parts)


def _json(data: object) -> str:
    """Return data as JSON that can't end the script that it is in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _fonts(drawings: Drawings) -> str:
    """Return the fonts of the drawings, and the one of what is typed, as CSS."""
    hand = faces.resolve("hand")
    characters = {hand: shown_characters(_TYPED, hand)}
    for face_id, own in drawings.characters.items():
        characters[face_id] = characters.get(face_id, frozenset()) | own
    rules = []
    for face_id in sorted(characters):
        face = faces.FACES[face_id]
        data = b64encode(web_font(characters[face_id], face_id)).decode()
        rules.append(
            f"@font-face{{font-family:'{face.family}';font-weight:{short(face.weight)};"
            f"font-style:{'italic' if face.italic else 'normal'};"
            f"src:url(data:font/woff;base64,{data})}}\n"
        )
    return "".join(rules)
