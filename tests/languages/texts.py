"""Every text that needs a translation, and where it is used.

Texts of layouts are read from the files, under any condition. Texts that come from facts are found
by laying out sheets with a catalogue that records them. Texts in the code are found in its source.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import printkit
from printkit.batch.cover import TableLine, cover_pages
from printkit.core.errors import Where
from printkit.core.formulas.javascript import WORDS
from printkit.core.i18n import Catalogue
from printkit.core.paper import PAPERS
from printkit.core.source import shipped_folder
from printkit.games import game_ids, load
from printkit.layout.language.declarations import Data, Declared, MarkedWords, Words
from printkit.layout.language.expressions import Expression
from printkit.layout.language.loading import (
    TOOLS,
    load_part,
    load_sheet,
    sheet_path,
    shipped_games,
    shipped_results,
    shipped_sheets,
)
from printkit.layout.language.templates import Template
from printkit.layout.nodes.containers import UseNode
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.sheetoptions import declared_options
from printkit.request.options import Request
from printkit.rules import results
from printkit.rules.game import CORE_RULES
from printkit.samples import FOLDER
from printkit.studio import handlers
from tests.depth import many
from tests.rendering import lay_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printkit.core.i18n import CatalogueEntry
    from printkit.layout.language.definition import Part, Sheet

ENGLISH_ONLY = ("starter",)
"""The starter layout of `printkit new`."""

SPEAKING = (
    "pipeline", "request", "filling", "listing.py", "checking.py", "printing.py", "starter.py",
    "simulation", "recording", "text", "core", "batch", "layout", "rules", "games",
    "cli/wizard.py", "cli/build.py", "cli/dialogue.py", "cli/validate.py", "studio",
)  # fmt: skip
"""Modules that print sentences in the language of the sheets."""

SPEAKERS = ("say", "translate", "translate_sentence")
"""Functions whose first argument is such a sentence."""


@dataclass
class TextUse:
    """Who asks for a text, and what it is: words with marks, or filled in by a PDF viewer."""

    by: set[str] = field(default_factory=set)
    marked: bool = False
    script: bool = False


def texts_to_translate() -> dict[str, TextUse]:
    """All texts that need a translation, with the places that use them."""
    texts: defaultdict[str, TextUse] = defaultdict(TextUse)
    for name, words in _of_layouts():
        texts[words.text].by.add(name)
        texts[words.text].marked |= isinstance(words, MarkedWords)
    for name, text in (*_of_facts(), *_of_code(), *_of_studio()):
        texts[text].by.add(name)
    for text in WORDS:
        texts[text].by.add("fillable PDFs")
        texts[text].script = True
    return {
        text: texts_to_translate for text, texts_to_translate in texts.items() if has_words(text)
    }


def has_words(text: str) -> bool:
    """Whether anything is left to translate besides what is filled in."""
    return bool(re.search(r"[^\W\d_]", re.sub(r"\{(?!plural\()[^{}]*\}", "", text)))


def _of_layouts() -> Iterator[tuple[str, Words | MarkedWords]]:
    """The words of shipped sheets, and of the parts that they use."""
    home = shipped_folder("layouts")
    for path in (*home.glob("*.yaml"), *home.glob("*/*.yaml")):
        kind = re.search(r"^\w+", path.read_text(encoding="utf-8"), re.MULTILINE)
        name = path.relative_to(home).with_suffix("").as_posix()
        if kind and kind[0] == "sheet" and name not in ENGLISH_ONLY:
            yield from ((name, words) for words in _words_of_file(load_sheet(path), home))
        elif kind and kind[0] == "part":
            part = load_part(home, name, Where(name))
            yield from ((name, words) for words in _words_of_file(part, home))


def _words_of_file(file: Sheet | Part, home: Path) -> Iterator[Words | MarkedWords]:
    """The words of a file; those of its own facts by the fields that it translates: t(move.alt)."""
    expressions = list(_expressions(file))
    fields = {
        node.args[0].attr
        for each in expressions
        for node in _translations(each)
        if isinstance(node.args[0], ast.Attribute)
    }
    yield from _words(file, home)
    for _, data in file.facts:
        for text in _values(data.value, fields):
            yield Words(text, Template((text,)), data.where)
    for each in expressions:
        for node in _translations(each):
            for text in _texts(node.args):
                yield Words(text, Template((text,)), each.where)


def _translations(expression: Expression) -> Iterator[ast.Call]:
    """Where an expression calls t()."""
    for node in ast.walk(ast.parse(expression.text, mode="eval")):
        if isinstance(node, ast.Call) and _name(node.func) == "t" and node.args:
            yield node


def _expressions(thing: object) -> Iterator[Expression]:
    """All expressions inside a thing that a layout declares."""
    match thing:
        case Expression():
            yield thing
        case Template():
            yield from thing.expressions
        case Declared():
            yield from _expressions(list(vars(thing).values()))
        case dict():
            yield from _expressions(list(thing.values()))
        case tuple() | list():
            for item in thing:
                yield from _expressions(item)


def _values(data: object, fields: set[str]) -> Iterator[str]:
    """The texts of data in these fields."""
    pairs = data.items() if isinstance(data, dict) else ()
    for key, value in pairs:
        if key in fields and isinstance(value, str):
            yield value
    for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _values(item, fields)


def _words(thing: object, home: Path) -> Iterator[Words | MarkedWords]:
    """All words inside a thing that a layout declares."""
    match thing:
        case Words() | MarkedWords():
            yield thing
        case Declared():
            if isinstance(thing, UseNode):
                yield from _given(thing, home)
            yield from _words(list(vars(thing).values()), home)
        case tuple() | list() if not isinstance(thing, Data):
            for item in thing:
                yield from _words(item, home)


def _given(use: UseNode, home: Path) -> Iterator[Words]:
    """What is handed to a part that prints it, and what it prints where nothing is."""
    if not isinstance(use.part, str):
        return
    part = load_part(home, use.part, use.where)
    given = dict(use.parameters)
    for name, parameter in part.parameters:
        data = given.get(name, parameter.default)
        if parameter.words and data is not None and data.words is not None:
            yield data.words


class Listening(Catalogue):
    """Speaks English, and notes each text that it is asked for."""

    __slots__ = ("heard",)

    def __init__(self) -> None:
        super().__init__("en", {})
        self.heard: set[str] = set()

    def find(self, text: str, _context: str = "") -> CatalogueEntry | None:
        """Note the text; return no translation."""
        self.heard.add(text)
        return None

    def translate(self, text: str, _context: str = "") -> str:
        """The text itself."""
        self.heard.add(text)
        return text


def _of_facts() -> Iterator[tuple[str, str]]:
    """The texts that sheets ask for when they are laid out."""
    with ExitStack() as stack:
        current = Listening()
        for module in ("pipeline.document", "batch.cover"):
            name = f"printkit.{module}.catalogue_for"
            stack.enter_context(patch(name, lambda *_: current))
        for request in _requests():
            current = Listening()
            layout = lay_out(request)
            for _ in layout.pages():
                pass
            assert layout.document
            yield from ((request.targets[0], text) for text in current.heard)
        current = Listening()
        cover_pages([TableLine("", "", "", "")], 1, Request((), paper=PAPERS["a4"]))
        yield from (("the cover of a batch", text) for text in current.heard)


def _of_studio() -> Iterator[tuple[str, str]]:
    """The texts of the studio's page, and the labels of options."""
    current = Listening()
    with patch("printkit.studio.handlers.catalogue_for", lambda *_: current):
        handlers.catalogue()
    yield from (("the studio", text) for text in current.heard)


def _requests() -> Iterator[Request]:
    """Requests that together show every word that comes from facts."""
    paper = PAPERS["a4"]
    for sheet in shipped_sheets():
        yield from requests_for(sheet)
    for result in shipped_results():
        game = result.partition("/")[0]
        record = next((FOLDER / game).glob("whole*.jsonl"))
        yield Request((result,), paper=paper, record=record)
    for tool in TOOLS:
        yield Request((tool,), paper=paper)
    for game in shipped_games():
        yield Request((game,), paper=paper, seed="words", counts=(3,), table="1")


def requests_for(sheet: str, **more: Any) -> Iterator[Request]:
    """A few requests that together show every word of a sheet: variants, options, copies."""
    loaded = load_sheet(sheet_path(sheet))
    info = game_info(loaded)
    usual = {"paper": PAPERS["a4"], "seed": "words", "wants_fields": True, **more}
    counts = [info.least, info.most]
    for number, variant in enumerate(info.variants):
        for count in {counts[number % 2], *(counts if many(0, deep=1) else ())}:
            yield Request((sheet,), counts=(count,), variant=variant, **usual)
    yield Request((sheet,), counts=(info.most,), copies=2, **usual)
    for setting in settings_of(loaded):
        yield Request((sheet,), counts=(info.least,), settings=setting, **usual)


def settings_of(sheet: Sheet) -> Iterator[dict[str, str]]:
    """Every choice of every option, except the defaults."""
    for option in declared_options(sheet):
        for choice in ("true", "false") if option.type == "bool" else option.choices:
            if choice != str(option.default).lower():
                yield {option.name: choice}


def _of_code() -> Iterator[tuple[str, str]]:
    """The sentences in the code: say("…"), translate("…"), translate_sentence("…"), highlights."""
    root = Path(printkit.__file__).parent
    for place in SPEAKING:
        files = [root / place] if place.endswith(".py") else (root / place).rglob("*.py")
        for path in files:
            code, name = path.read_text(encoding="utf-8"), path.relative_to(root.parent).as_posix()
            if re.search(r"\b(?:say|translate|translate_sentence|Remark)\(", code):
                yield from ((name, text) for text in _sentences(ast.parse(code)))
    for game in map(load, game_ids()):
        yield from (
            (f"the rules of {game.title}", rule.text) for rule in (*CORE_RULES, *game.rules)
        )
    for value in vars(results).values():
        if isinstance(value, results.Sentences):
            yield from (("results", text) for text in value)


def _sentences(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in SPEAKERS:
            yield from _texts(node.args[:2])
            yield from _assigned(tree, _name(node.args[0]) if node.args else "")
        elif isinstance(node, ast.Call) and _name(node.func) == "Remark":
            constants = _constants(tree)
            yield from _texts(constants.get(_name(each), each) for each in node.args[:1])


def _assigned(tree: ast.Module, name: str) -> Iterator[str]:
    """The texts that a module gives to a variable."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and name in map(_name, node.targets):
            yield from _texts([node.value])


def _name(node: ast.expr) -> str:
    return getattr(node, "attr", "") or getattr(node, "id", "")


def _texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    """The values that a module gives to its constants."""
    found = [each for each in tree.body if isinstance(each, ast.AnnAssign) and each.value]
    return {_name(each.target): each.value for each in found if each.value}
