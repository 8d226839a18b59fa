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
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import printkit
from printkit.backends.html.page import texts as page_texts
from printkit.batch.cover import TableLine, cover_pages
from printkit.core.errors import Where
from printkit.core.formulas.javascript import WORDS
from printkit.core.i18n import Catalogue
from printkit.core.paper import PAPERS
from printkit.core.source import shipped_folder
from printkit.games import game_ids, load
from printkit.layout.language.declarations import MarkedWords, Words
from printkit.layout.language.loading import (
    TOOLS,
    load_part,
    load_sheet,
    sheet_path,
    shipped_games,
    shipped_results,
    shipped_sheets,
)
from printkit.layout.texts import has_words, literals, texts_of_file
from printkit.pads.sheets import field_families
from printkit.pads.shelf import shelf
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.sheetoptions import declared_options
from printkit.request.options import Request
from printkit.rules import results
from printkit.rules.game import CORE_RULES
from printkit.rules.report import RESULT_WORDS
from printkit.samples import FOLDER
from printkit.studio import handlers
from tests.depth import many
from tests.rendering import lay_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printkit.core.i18n import CatalogueEntry
    from printkit.layout.language.definition import Sheet

ENGLISH_ONLY = ("starter-pad", "starter-cards", "starter-rounds")
"""The starter layouts of `printkit new`."""

GAMES = shipped_games()

SPEAKING = (
    "pipeline", "request", "pads", "filling", "listing.py", "checking.py",
    "printing.py", "starter.py",
    "season", "simulation", "recording", "text", "core", "batch", "layout", "rules", "games",
    "cli/wizard.py", "cli/build.py", "cli/dialogue.py", "cli/validate.py", "cli/words.py", "studio",
    "cli/batch.py", "cli/new.py", "cli/pad.py", "cli/preferences.py", "cli/season.py",
    "cli/season_pair.py", "cli/studio.py",
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

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it is about; all of them if it's said about any."""
        users = " ".join(self.by).casefold().replace("’", "")
        found = tuple(game for game in GAMES if game in users)
        is_general = any(user in users for user in ("studio", "results", "recording"))
        return GAMES if is_general and not found else found


@cache
def texts_to_translate() -> dict[str, TextUse]:
    """All texts that need a translation, with the places that use them."""
    texts: defaultdict[str, TextUse] = defaultdict(TextUse)
    for name, words in _of_layouts():
        texts[words.text].by.add(name)
        texts[words.text].marked |= isinstance(words, MarkedWords)
    for name, text in (*_of_facts(), *_of_code(), *_of_studio(), *_of_shelf()):
        texts[text].by.add(name)
    for text in page_texts():
        texts[text].by.add("HTML pages")
    for text in WORDS:
        texts[text].by.add("fillable PDFs")
        texts[text].script = True
    return {
        text: texts_to_translate for text, texts_to_translate in texts.items() if has_words(text)
    }


def _of_layouts() -> Iterator[tuple[str, Words | MarkedWords]]:
    """The words of shipped sheets, and of the parts that they use."""
    home = shipped_folder("layouts")
    for path in (*home.glob("*.yaml"), *home.glob("*/*.yaml")):
        kind = re.search(r"^\w+", path.read_text(encoding="utf-8"), re.MULTILINE)
        name = path.relative_to(home).with_suffix("").as_posix()
        if kind and kind[0] == "sheet" and name not in ENGLISH_ONLY:
            yield from ((name, words) for words in texts_of_file(load_sheet(path), home))
        elif kind and kind[0] == "part":
            part = load_part(home, name, Where(name))
            yield from ((name, words) for words in texts_of_file(part, home))


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


def _of_shelf() -> Iterator[tuple[str, str]]:
    """The names on the score pads of the shelf, and the words around them."""
    for pad in shelf().values():
        groups = (group.title for group in pad.groups)
        rows = (row.title for row in pad.rows)
        entries = (entry.title for entry in pad.entries)
        for text in (pad.title, pad.round_name, *groups, *rows, *entries):
            yield f"layouts/shelf/{pad.id}.yaml", text
        for family in field_families(pad).values():
            yield "the fields of score pads", family["label"]
            yield from (("the fields of score pads", text) for text in family["words"].values())


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
    """The sentences in the code, in the rules, in records, and the highlights of results."""
    yield from texts_in_modules("printkit/")
    for game in map(load, game_ids()):
        yield from (
            (f"the rules of {game.title}", rule.text) for rule in (*CORE_RULES, *game.rules)
        )
        words = {**RESULT_WORDS, **game.manual.words}.values()
        yield from ((f"the records of {game.title}", word) for word in words)
    for value in vars(results).values():
        if isinstance(value, results.Sentences):
            yield from (("results", text) for text in value)


def texts_in_modules(names: str) -> Iterator[tuple[str, str]]:
    """The sentences in modules: say("…"), named("…"), translate("…"), translate_sentence("…")."""
    root = Path(printkit.__file__).parent
    for place in SPEAKING:
        files = [root / place] if place.endswith(".py") else (root / place).rglob("*.py")
        for path in files:
            name = path.relative_to(root.parent).as_posix()
            code = path.read_text(encoding="utf-8") if re.match(names, name) else ""
            if re.search(r"\b(?:say|named|translate|translate_sentence|Remark)\(", code):
                yield from ((name, text) for text in _sentences(ast.parse(code)))


def _sentences(tree: ast.Module) -> Iterator[str]:
    assigned = _assigned(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in SPEAKERS:
            yield from literals(node.args[:2])
            yield from literals(assigned[_name(node.args[0]) if node.args else ""])
        elif isinstance(node, ast.Call) and _name(node.func) == "named":
            yield from (text[:1].upper() + text[1:] for text in literals(node.args[:1]))
        elif isinstance(node, ast.Call) and _name(node.func) == "Remark":
            known = _constants(tree)
            yield from literals(known.get(_name(each), each) for each in node.args[:1])


def _assigned(tree: ast.Module) -> defaultdict[str, list[ast.expr]]:
    """The values that a module gives to its variables, by their names."""
    found: defaultdict[str, list[ast.expr]] = defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                found[_name(target)].append(node.value)
    return found


def _name(node: ast.expr) -> str:
    return getattr(node, "attr", "") or getattr(node, "id", "")


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    """The values that a module gives to its constants."""
    found = [each for each in tree.body if isinstance(each, ast.AnnAssign) and each.value]
    return {_name(each.target): each.value for each in found if each.value}
