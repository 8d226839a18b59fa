"""Form fields of a sheet, as declared by the game or the layout.

A `FieldSet` turns the field areas of a page into fields, each with its kind, range, label and
formula, in reading order. Duplicate and undeclared names, and formulas that are wrong or circular,
are reported with their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from printkit.core.budget import current_budget
from printkit.core.errors import LayoutError, Where, did_you_mean
from printkit.core.formulas.parser import FormulaError, parse_formula
from printkit.core.formulas.terms import Term, names
from printkit.core.scene import BLACK, Field, FieldArea, Goal, Placed
from printkit.core.units import MM, format_mm
from printkit.layout.boxes.box import Area
from printkit.layout.language.declarations import Words
from printkit.layout.language.expressions import shift
from printkit.layout.language.functions import GIVEN
from printkit.layout.language.templates import Template, parse_template
from printkit.layout.log import report
from printkit.text.faces import resolve

if TYPE_CHECKING:
    from printkit.core.scene import Fragment
    from printkit.layout.language.definition import FieldDef, Sheet
    from printkit.layout.scope import Scope

LEAST_SIZES = {"number": (7 * MM, 5 * MM), "tick": (4 * MM, 4 * MM), "text": (7 * MM, 5 * MM)}
"""The least width and height of a field, by its kind."""

CLEARANCE = 0.75
"""Points between a field and the lines around it; less in a field of the least size."""

LARGEST = 16.0
TYPED = 0.7
"""The largest type size in points, and as a share of a field's height."""

NAMES = {"name.P": {"kind": "text", "label": "{players[P - 1].label}, name"}}
"""The fields that every sheet may have: the names of its players."""

SLACK = 0.1  # points by which a field may be smaller, due to rounding


class FieldFamily(NamedTuple):
    """The shared properties of fields whose names match a pattern, such as `points.R.P`."""

    parts: tuple[str, ...]  # of the pattern; a capital letter matches any part of a name
    kind: str  # number, tick or text
    least: int | None  # the lowest number
    most: int | None  # the highest number
    label: Template | None  # for screen readers
    formula: Template | None
    where: Where  # the place of the formula, if there is one
    circled: bool = False  # whether a tick is a circle around what is printed there
    words: Mapping[str, str] = MappingProxyType({})  # more facts for the label
    score: str = ""  # of a number: see `Field`

    def match(self, name: str) -> dict[str, str] | None:
        """Return the values of the capital letters in a name; None if it doesn't match."""
        parts = name.split(".")
        if len(parts) != len(self.parts):
            return None
        pairs = list(zip(self.parts, parts, strict=True))
        if any(mine != theirs for mine, theirs in pairs if not mine.isupper()):
            return None
        return {mine: theirs for mine, theirs in pairs if mine.isupper()}


def families(sheet: Sheet, scope: Scope) -> tuple[FieldFamily, ...]:
    """Return the families of fields that a sheet knows: its own, those of its game, and names."""
    own = [_declared_family(name, family, scope) for name, family in sheet.fields]
    given = scope.env.get("fields") if sheet.game or sheet.is_pad else None
    theirs = {**(given if isinstance(given, Mapping) else {}), **NAMES}
    return (
        *own,
        *(_family_from_facts(name, family, sheet.where, scope) for name, family in theirs.items()),
    )


def _declared_family(name: str, family: FieldDef, scope: Scope) -> FieldFamily:
    label = scope.template(family.label) if family.label else None
    kind, given = scope.get(family.kind), family.formula
    least, most = scope.get(family.least), scope.get(family.most)
    if least is not None and most is not None and least > most:
        raise LayoutError(f"no number is between {least} and {most}", family.where)
    if given is not None and (kind != "number" or given.words is None):
        what = "only a number can have a formula" if given.words else "this isn't a formula"
        raise LayoutError(what, given.where, "write formula: sum(points.*.P)")
    formula = given.words.template if given and given.words else None
    where = given.where if given else family.where
    parts = tuple(name.split("."))
    score = scope.get(family.score) or ""
    if score and kind != "number":
        raise LayoutError("only a number can be a score", family.where)
    circled = family.circled
    return FieldFamily(parts, kind, least, most, label, formula, where, circled, score=score)


def _family_from_facts(
    name: str, family: Mapping[str, object], where: Where, scope: Scope
) -> FieldFamily:
    """Make a family from the facts of a game."""
    text = str(family.get("label", ""))
    label = _parse_label(text, where, scope) if text else None
    text_of_formula = str(family.get("formula", ""))
    formula = parse_template(text_of_formula, where, GIVEN) if text_of_formula else None
    bounds = (family.get("min"), family.get("max"))
    least, most = (bound if isinstance(bound, int) else None for bound in bounds)
    kind = str(family.get("kind", "number"))
    parts, circled = tuple(name.split(".")), bool(family.get("circled"))
    given = family.get("words")
    pairs = given.items() if isinstance(given, Mapping) else ()
    words = {str(key): scope.context.ticket.catalogue.translate(str(word)) for key, word in pairs}
    score = str(family.get("score", ""))
    return FieldFamily(parts, kind, least, most, label, formula, where, circled, words, score)


def _parse_label(text: str, where: Where, scope: Scope) -> Template:
    return scope.template(Words(text, parse_template(text, where, GIVEN), where))


def find_goal(sheet: Sheet, scope: Scope, fields: Iterable[str]) -> Goal:
    """Return what wins a game on a sheet with these fields, which are in order."""
    over, text = sheet.over, ""
    if over is not None and over.words is not None:
        text = over.words.template.evaluate(scope.env)
    if over is None or not text:
        return Goal(scope.get(sheet.wins) == "lowest")
    try:
        term = parse_formula(text, {}, tuple(dict.fromkeys(fields)))
    except FormulaError as error:
        raise LayoutError(error.message, over.where, error.hint) from None
    return Goal(scope.get(sheet.wins) == "lowest", term)


FoundField: TypeAlias = "tuple[FieldArea, FieldFamily, dict[str, str]]"
"""An area, its family, and the values of the capital letters."""


class FieldSet(NamedTuple):
    """The families of fields of a sheet, and the scope that fills in their labels."""

    families: tuple[FieldFamily, ...]
    scope: Scope

    def fields(self, areas: Sequence[FieldArea]) -> tuple[Field, ...]:
        """Return the fields of one page, in the reading order of its areas.

        Text fields may have the same name in several places: what is typed in one is shown in all.
        """
        found: dict[str, FoundField] = {}
        places: list[FoundField] = []
        for area in areas:
            known = self._find_family(area)
            if known is None:
                continue
            if area.name in found and known[0].kind != "text":
                message = f"two fields have the name '{area.name}'"
                self._report(LayoutError(message, area.source, "give each field a different name"))
                continue
            places.append((area, *known))
            found.setdefault(area.name, places[-1])
        self._check_groups(found)
        formulas = self._formulas(found)
        return tuple(self._field(*place, formulas.get(place[0].name)) for place in places)

    def _report(self, error: LayoutError) -> None:
        report(error)

    def _find_family(self, area: FieldArea) -> tuple[FieldFamily, dict[str, str]] | None:
        for family in self.families:
            parts = family.match(area.name)
            if parts is not None:
                self._check_room(area, family)
                return family, parts
        known = [".".join(family.parts) for family in self.families]
        hint = did_you_mean(area.name, known) if known else "name it under `fields`"
        error = LayoutError(
            f"the field '{area.name}' isn't listed under `fields`", area.source, hint
        )
        self._report(error)
        return None

    def _check_groups(self, found: Mapping[str, FoundField]) -> None:
        """Refuse `total` beside `total.1`: it would be both a field and a group."""
        groups = {name.rpartition(".")[0] for name in found}
        groups |= {above.rpartition(".")[0] for above in groups}
        for name in groups & found.keys():
            message = f"the name of the field '{name}' is the beginning of other field names"
            self._report(LayoutError(message, found[name][0].source, "give it another name"))

    def _check_room(self, area: FieldArea, family: FieldFamily) -> None:
        """Check that there is room to write."""
        width, height = LEAST_SIZES[family.kind]
        if area.width < width - SLACK or area.height < height - SLACK:
            size = f"{format_mm(area.width)} x {format_mm(area.height)}"
            needed = f"{format_mm(width)} x {format_mm(height)}"
            message = f"the field '{area.name}' is only {size} large"
            hint = f"a {family.kind} needs {needed}"
            self._report(LayoutError(message, area.source, hint))

    def _formulas(self, found: Mapping[str, FoundField]) -> dict[str, Term]:
        formulas: dict[str, Term] = {}
        for name, (_, family, parts) in found.items():
            if family.formula is None:
                continue
            text = family.formula.evaluate(self.scope.env).replace("−", "-")
            current_budget().count(len(found), family.where)
            try:
                term = parse_formula(text, parts, found)
                current_budget().count(sum(1 for _ in names(term)), family.where)
                self._check_kinds(term, found)
                formulas[name] = term
            except FormulaError as error:
                where = shift(family.where, text, error.offset)
                self._report(LayoutError(error.message, where, error.hint))
        self._check_cycles(formulas, found)
        return formulas

    def _check_kinds(self, term: Term, found: Mapping[str, FoundField]) -> None:
        for name in names(term):
            if found[name][1].kind == "text":
                raise FormulaError(f"'{name}' is text and can't be used in a formula")

    def _check_cycles(
        self,
        formulas: dict[str, Term],
        found: Mapping[str, FoundField],
    ) -> None:
        cycle = _cycle(formulas)
        if cycle:
            chain = " needs ".join(f"'{name}'" for name in (*cycle, cycle[0]))
            hint = f"{chain}, and so on" if len(cycle) > 1 else ""
            message = f"the formula of '{cycle[0]}' is circular"
            self._report(LayoutError(message, found[cycle[0]][1].where, hint))
            for name in cycle:
                del formulas[name]

    def _field(
        self, area: FieldArea, family: FieldFamily, parts: dict[str, str], formula: Term | None
    ) -> Field:
        values = {key: int(part) if part.isdigit() else part for key, part in parts.items()}
        facts = {**self.scope.env, **family.words, **values}
        label = family.label.evaluate(facts) if family.label else area.name
        spot = writable_area(area, LEAST_SIZES[family.kind])
        theme = self.scope.context.ticket.theme
        return Field(
            name=area.name,
            kind=family.kind,
            **spot._asdict(),
            label=label,
            least=family.least,
            most=family.most,
            formula=formula,
            circled=family.circled,
            seat=int(parts["P"]) if parts.get("P", "").isdigit() else 0,
            score=family.score,
            font=resolve("hand"),
            size=round(min(LARGEST, spot.height * TYPED), 1),
            colour=theme.colours["pen"] or BLACK,
        )


def writable_area(area: FieldArea, least: tuple[float, float]) -> Area:
    """Return the writable part of a field area, clear of the lines around it."""
    sides = (area.width - least[0], area.height - least[1])
    across, down = (min(CLEARANCE, max(0.0, spare / 2)) for spare in sides)
    return Area(*area[1:5]).inset((down, across, down, across))


def _cycle(formulas: Mapping[str, Term]) -> list[str]:
    """Return formulas that depend on each other in a cycle; empty if there is none."""
    from graphlib import CycleError, TopologicalSorter

    try:
        TopologicalSorter({name: set(names(term)) for name, term in formulas.items()}).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1][:0:-1]
        first = cycle.index(min(cycle, key=list(formulas).index))
        return cycle[first:] + cycle[:first]
    return []


def field_areas(
    fragment: Fragment, x: float = 0.0, y: float = 0.0, scale: float = 1.0
) -> Iterator[FieldArea]:
    """Yield the form fields in a fragment at (x, y), in reading order."""
    for item in fragment.items if fragment.has_fields else ():
        if isinstance(item, FieldArea | Placed):
            at = x + item.x * scale, y + item.y * scale
        if isinstance(item, FieldArea):
            sides = item.width * scale, item.height * scale
            yield item._replace(x=at[0], y=at[1], width=sides[0], height=sides[1])
        elif isinstance(item, Placed):
            yield from field_areas(item.fragment, *at, scale * item.scale)
