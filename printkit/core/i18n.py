"""Translations: .po files with the English text as the key.

`load_catalogue` reads .po files into a `Catalogue`, which translates one text at a time. A file's
header may name its language, and give its plural rule and decimal separator. Plural forms are
written as `plural(…)` inside a text, so gettext's own plural entries are refused.

We don't read files with polib, because it skips what it doesn't understand, such as a text without
its closing quote, and a translator would never know. Tests check that both read the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from printkit.core.errors import LayoutError, Where, brief
from printkit.core.source import Source, load_source

PluralRule: TypeAlias = Callable[[float], float]

MAX_FORMS: Final = 6
MAX_RULE: Final = 400
MAX_RULE_DEPTH: Final = 20
PAGE_PLURALS: Final = 200
"""The numbers whose plural form a page knows; of larger ones, the last two digits count."""

_RULE = re.compile(r"\s*nplurals\s*=\s*(\d)\s*;\s*plural\s*=\s*(.+?)\s*;?\s*", re.DOTALL)
_TOKEN = re.compile(r"\s*(\d{1,6}|n|\|\||&&|[=!<>]=|[<>!?:()+*/%-])")
_OPERATORS: Final[dict[str, tuple[int, Callable[[float, float], float]]]] = {
    "||": (1, lambda left, right: left or right),
    "&&": (2, lambda left, right: left and right),
    "==": (3, lambda left, right: left == right),
    "!=": (3, lambda left, right: left != right),
    "<": (4, lambda left, right: left < right),
    ">": (4, lambda left, right: left > right),
    "<=": (4, lambda left, right: left <= right),
    ">=": (4, lambda left, right: left >= right),
    "+": (5, lambda left, right: left + right),
    "-": (5, lambda left, right: left - right),
    "*": (6, lambda left, right: left * right),
    "/": (6, lambda left, right: left // right if right else 0),
    "%": (6, lambda left, right: left % right if right else 0),
}
"""The binary operators: their precedence and function."""


class Plurals:
    """The plural rule of a language: how many forms it has, and which one a number takes.

    Pickled as its text, because the parsed rule is a function.
    """

    def __init__(self, text: str) -> None:
        """Parse the value of a `Plural-Forms` line; raise ValueError if it is invalid."""
        found = _RULE.fullmatch(text)
        if found is None or len(text) > MAX_RULE or not 1 <= int(found[1]) <= MAX_FORMS:
            raise ValueError(text)
        self.text: Final = text
        self.forms: Final = int(found[1])
        self._rule: Final = _RuleParser(found[2]).parse()

    def __reduce__(self) -> tuple[type[Plurals], tuple[str]]:
        return Plurals, (self.text,)

    def form(self, number: float) -> int:
        """Return the plural form for this number, counted from 0."""
        return max(0, min(int(self._rule(abs(number))), self.forms - 1))

    @property
    def usage(self) -> str:
        """The call of `plural` with the forms of this language."""
        named = {1: "many", 2: "one, many", 3: "one, few, many"}
        forms = (f"form{number}" for number in range(1, self.forms + 1))
        return f"plural(number, {named.get(self.forms) or ', '.join(forms)})"


class _RuleParser:
    """A recursive descent parser for the tokens of a plural rule, which makes closures.

    gettext.c2py would execute Python code made from the rule; here, no code from a file is ever
    executed. Tests check that both give the same results.
    """

    def __init__(self, text: str) -> None:
        if "".join(_TOKEN.findall(text)) != "".join(text.split()):
            raise ValueError(text)
        self.tokens: list[str] = [*_TOKEN.findall(text), ""]
        self.at = self.depth = 0

    def take(self, *wanted: str) -> str:
        """Consume and return the next token if it is one of these, or return an empty string."""
        token = self.tokens[self.at]
        if token not in wanted:
            return ""
        self.at += 1
        return token

    def need(self, token: str) -> None:
        if not self.take(token):
            raise ValueError(token)

    def parse(self) -> PluralRule:
        """Parse the whole rule; raise ValueError if it is invalid."""
        rule = self.choice()
        if self.tokens[self.at]:
            raise ValueError(self.tokens[self.at])
        return rule

    def choice(self) -> PluralRule:
        """Parse `test ? yes : no`, or an expression that binds more tightly."""
        self.depth += 1
        if self.depth > MAX_RULE_DEPTH:
            raise ValueError(self.depth)
        test = self.binary(1)
        if self.take("?"):
            yes = self.choice()
            self.need(":")
            no = self.choice()
            self.depth -= 1
            return lambda n: yes(n) if test(n) else no(n)
        self.depth -= 1
        return test

    def binary(self, tight: int) -> PluralRule:
        """Parse values and operators that bind at least this tightly."""
        left = self.single()
        while (known := _OPERATORS.get(self.tokens[self.at])) and known[0] >= tight:
            self.at += 1
            left = self.operation(known[1], left, self.binary(known[0] + 1))
        return left

    @staticmethod
    def operation(
        operate: Callable[[float, float], float], left: PluralRule, right: PluralRule
    ) -> PluralRule:
        return lambda n: operate(left(n), right(n))

    def single(self) -> PluralRule:
        if self.take("n"):
            return lambda n: n
        if self.take("("):
            inside = self.choice()
            self.need(")")
            return inside
        if self.take("!"):
            denied = self.single()
            return lambda n: not denied(n)
        number = int(self.tokens[self.at])  # raises ValueError for anything else
        self.at += 1
        return lambda _n: number


TWO_FORMS: Final = Plurals("nplurals=2; plural=(n != 1);")


_LINE = re.compile(r'\s*(?:(msgctxt|msgid|msgstr)\s+)?"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*')
_ESCAPE = re.compile(r"\\(.)")
_UNESCAPED: Final = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_FOLLOWERS: Final = {
    "": ("msgctxt", "msgid"),
    "msgctxt": ("msgid",),
    "msgid": ("msgstr",),
    "msgstr": ("msgctxt", "msgid"),
}


class CatalogueEntry(NamedTuple):
    """A text and its translation."""

    text: str  # in English
    context: str  # distinguishes equal texts; mostly empty
    translation: str  # empty if there is none
    fuzzy: bool  # whether the translation still has to be checked
    source: Source
    line: int  # where the translation begins

    @property
    def where(self) -> Where:
        """The place of the translation's opening quote."""
        return self.source.where(self.line, self.source.line(self.line).find('"') + 1)


class PageWords(NamedTuple):
    """The translations for the script of a page, and the plural form of each number up to 199."""

    words: dict[str, str]
    plurals: tuple[int, ...]


class Catalogue:
    """The translations into one language; texts without one stay English."""

    __slots__ = ("_entries", "capital_nouns", "language", "plurals", "point")

    def __init__(
        self,
        language: str,
        entries: dict[tuple[str, str], CatalogueEntry],
        plurals: Plurals = TWO_FORMS,
        point: str = ".",
        *,
        capital_nouns: bool = False,
    ) -> None:
        self.language = language
        self.capital_nouns = capital_nouns  # whether nouns are capitalised inside sentences
        self.plurals = plurals
        self.point = point
        self._entries = entries

    def find(self, text: str, context: str = "") -> CatalogueEntry | None:
        """Return the entry that translates a text, if there is one."""
        return self._entries.get((text, context))

    def translate(self, text: str, context: str = "") -> str:
        """Translate a text, or return it unchanged if there is no translation."""
        entry = self._entries.get((text, context))
        return text if entry is None else entry.translation

    def page_words(self, texts: Iterable[str]) -> PageWords:
        """Return what a script needs to say these texts in the language."""
        words = {text: entry.translation for text in texts if (entry := self.find(text))}
        return PageWords(words, tuple(map(self.plurals.form, range(PAGE_PLURALS))))


ENGLISH: Final = Catalogue("en", {})


def load_catalogue(
    paths: Sequence[Path], language: str, named: Callable[[Path], str] = str
) -> Catalogue:
    """Read .po files, of which later ones override earlier ones; `named` gives names for errors."""
    entries: dict[tuple[str, str], CatalogueEntry] = {}
    plurals, point, capital_nouns = TWO_FORMS, ".", False
    for path in paths:
        for entry in load_entries(path, named(path)):
            if not entry.text:
                plurals, point = _plurals(entry) or plurals, _point(entry) or point
                capital_nouns |= header(entry).get("X-Capital-Nouns") == "yes"
            elif entry.translation and not entry.fuzzy:
                entries[entry.text, entry.context] = entry
    return Catalogue(language, entries, plurals, point, capital_nouns=capital_nouns)


def load_entries(path: Path, name: str | None = None) -> list[CatalogueEntry]:
    """Read all entries of a .po file, including its header."""
    return _PoReader(load_source(path, name)).entries()


def header(entry: CatalogueEntry) -> dict[str, str]:
    """Parse the fields of a file's header, such as 'Language' and 'Plural-Forms'."""
    pairs = (line.partition(":") for line in entry.translation.split("\n") if ":" in line)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _plurals(entry: CatalogueEntry) -> Plurals | None:
    """Return the plural rule in a header, if it has one."""
    rule = header(entry).get("Plural-Forms")
    if rule is None:
        return None
    try:
        return Plurals(rule)
    except ValueError:
        where = entry.source.where_at(entry.source.text.find("Plural-Forms"))
        hint = "write it as gettext does: nplurals=2; plural=(n != 1);"
        raise LayoutError(f"'{brief(rule)}' isn't a plural rule", where, hint) from None


def _point(entry: CatalogueEntry) -> str:
    """Return the decimal separator in a header, if it has one."""
    separator = header(entry).get("X-Decimal-Point", "")
    if separator not in ("", ".", ","):
        where = entry.source.where_at(entry.source.text.find("X-Decimal-Point"))
        hint = "write . or , as in 'X-Decimal-Point: ,'"
        raise LayoutError(f"'{brief(separator)}' isn't a decimal separator", where, hint)
    return separator


class _PoReader:
    """A line-by-line reader of one .po file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.part = ""  # the last keyword
        self.start = self.answered = 0  # the lines of the entry and of its translation
        self.words: dict[str, list[str]] = {}  # the pieces of text so far, by keyword
        self.fuzzy = False
        self.found: dict[tuple[str, str], tuple[int, CatalogueEntry]] = {}  # by text and context

    def entries(self) -> list[CatalogueEntry]:
        number = 0
        for number, line in enumerate(self.source.text.split("\n"), 1):
            if line.startswith("#"):
                self.comment(number, line)
            elif line and not line.isspace():
                self.line(number, line)
        self.finish(number)
        return [entry for _, entry in self.found.values()]

    def comment(self, number: int, line: str) -> None:
        if self.part:
            self.finish(number)
        if line.startswith("#,"):
            self.fuzzy |= "fuzzy" in line

    def line(self, number: int, line: str) -> None:
        found = _LINE.fullmatch(line)
        if found is None:
            raise self.not_understood(number, line)
        if keyword := found[1]:
            self.begin(number, keyword)
        elif not self.part:
            raise self.error(number, 1, "text without a keyword", 'write msgid "…" before it')
        self.words[self.part].append(self.unescape(number, found))

    def begin(self, number: int, keyword: str) -> None:
        if keyword not in _FOLLOWERS[self.part]:
            expected = " or ".join(_FOLLOWERS[self.part])
            raise self.error(number, 1, f"'{keyword}' is out of place", f"expected {expected}")
        if self.part == "msgstr":
            self.finish(number)
        if not self.part:
            self.start = number
        self.answered = number
        self.part = keyword
        self.words[keyword] = []

    def finish(self, number: int) -> None:
        """Add the entry that was being read, if there is one."""
        if self.part in ("msgctxt", "msgid"):
            raise self.error(number, 1, "the entry is not complete", 'msgstr "…" is missing')
        if self.part:
            text, translation = "".join(self.words["msgid"]), "".join(self.words["msgstr"])
            context = "".join(self.words.get("msgctxt", ()))
            place = self.source, self.answered
            self.add(CatalogueEntry(text, context, translation, self.fuzzy, *place))
        self.part, self.words, self.fuzzy = "", {}, False

    def add(self, entry: CatalogueEntry) -> None:
        key = (entry.text, entry.context)
        if first := self.found.get(key):
            hint = f"first at {self.source.name}:{first[0]}"
            raise self.error(self.start, 1, f"'{brief(entry.text)}' appears twice", hint)
        self.found[key] = (self.start, entry)

    def unescape(self, number: int, found: re.Match[str]) -> str:
        quoted = found[2]
        if "\\" not in quoted:
            return quoted
        try:
            return _ESCAPE.sub(lambda escape: _UNESCAPED[escape[1]], quoted)
        except KeyError:
            unknown = next(e for e in _ESCAPE.finditer(quoted) if e[1] not in _UNESCAPED)
            column = found.start(2) + unknown.start() + 1
            hint = 'use \\n, \\t, \\" or \\\\'
            raise self.error(number, column, f"unknown escape '{unknown[0]}'", hint) from None

    def not_understood(self, number: int, line: str) -> LayoutError:
        if line.lstrip().startswith(("msgid_plural", "msgstr[")):
            hint = "put {plural(number, 'one', 'many')} into the text"
            return self.error(number, 1, "plural forms aren't supported", hint)
        column = len(line) - len(line.lstrip()) + 1
        word = "msgstr" if line.lstrip().startswith("msgstr") else "msgid"
        return self.error(number, column, "this isn't a line of a .po file", f'write {word} "text"')

    def error(self, number: int, column: int, message: str, hint: str) -> LayoutError:
        return LayoutError(message, self.source.where(number, column), hint)
