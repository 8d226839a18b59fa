"""The problems of a language's catalogue: texts that are missing, unused, or differ.

`make words` lists them for every shipped language, and `make words ARGS=pt` also for a new one;
`make words ARGS="--begin pt"` prints the file to start a new language with.
"""

from __future__ import annotations

import ast
import re
import sys
from argparse import ArgumentParser
from collections import Counter
from typing import TYPE_CHECKING

from printkit.core.errors import LayoutError, Where
from printkit.core.i18n import header, load_catalogue, load_entries
from printkit.core.languages import languages
from printkit.core.source import shipped_folder
from printkit.layout.language.templates import IconMark, parse_marks, parse_template
from printkit.layout.texts import has_words
from printkit.layout.translation import functions_of
from tests.languages.terms import FOLDER, load_terms, misused_terms
from tests.languages.texts import texts_to_translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from printkit.core.i18n import Catalogue, CatalogueEntry
    from printkit.layout.language.templates import Template
    from tests.languages.texts import TextUse

NEEDED = ("Language", "X-Language-Name", "Plural-Forms", "X-Decimal-Point")
"""The required keys of a header."""


def problems(path: Path, texts: Mapping[str, TextUse]) -> Iterator[str]:
    """All problems of one file, each as `de.po:12: what`."""
    entries = {entry.text: entry for entry in load_entries(path) if entry.text}
    catalogue = load_catalogue([path], path.stem)
    yield from _of_header(path)
    for text, known in texts.items():
        entry = entries.get(text)
        if entry is None or not entry.translation or entry.fuzzy:
            where = f"{path.name}:{entry.line}" if entry else path.name
            yield f"{where}: no translation: {text!r} ({', '.join(sorted(known.by)[:3])})"
    for text, entry in entries.items():
        if text not in texts and has_words(text):
            yield f"{path.name}:{entry.line}: not used any more: {text!r}"
        elif text not in texts:
            yield f"{path.name}:{entry.line}: nothing to translate: {text!r}"
        elif entry.translation:
            for difference in _differences(entry, texts[text], catalogue):
                yield f"{path.name}:{entry.line}: {difference}: {entry.translation!r}"


def _of_header(path: Path) -> Iterator[str]:
    first = next((entry for entry in load_entries(path) if not entry.text), None)
    said = header(first) if first else {}
    yield from (f"{path.name}: the header has no {name}" for name in NEEDED if not said.get(name))
    if said.get("Language") not in (None, path.stem):
        yield f"{path.name}: the header names another language: {said['Language']!r}"


def _differences(entry: CatalogueEntry, known: TextUse, catalogue: Catalogue) -> Iterator[str]:
    """What a translation does not have in common with the English text."""
    text, said = entry.text, entry.translation
    try:
        before, after = _parts(text, known, None), _parts(said, known, catalogue)
    except LayoutError as error:
        yield f"{error.message}{f' ({error.hint})' if error.hint else ''}"
        return
    for facts in sorted(_facts(before) ^ _facts(after)):
        yield f"{'lacks' if facts in _facts(before) else 'has another fact'} {{{facts}}}"
    if known.script and re.findall(r"\{.*?\}", text) != re.findall(r"\{.*?\}", said):
        yield "only plain {names} can be filled in here"
    if known.marked and _marks(text) != _marks(said):
        yield f"other marks: {_marks(text)} became {_marks(said)}"
    if text[:1].isspace() != said[:1].isspace() or text[-1:].isspace() != said[-1:].isspace():
        yield "begins or ends with a blank, or does not any more"
    if text.count("\n") != said.count("\n"):
        yield "has another number of lines"


def _parts(text: str, known: TextUse, catalogue: Catalogue | None) -> list[Template]:
    where = Where("")
    functions = functions_of(catalogue) if catalogue else {"t": None}
    if not known.marked:
        return [parse_template(text, where, functions)]
    phrases = parse_marks(text, lambda _: where, functions)
    return [each.name if isinstance(each, IconMark) else each.template for each in phrases]


def _facts(templates: list[Template]) -> set[str]:
    """The facts that are asked for, as far as they are spelt out: `shield.value`, `count`."""
    found = set()
    for template in templates:
        for expression in template.expressions:
            names = expression.names
            for node in ast.walk(ast.parse(expression.text, mode="eval")):
                chain = isinstance(node, ast.Name | ast.Attribute | ast.Subscript)
                if chain and not names.isdisjoint(n.id for n in _inside(node)):
                    found.add(ast.unparse(node))
    return found


def _inside(node: ast.AST) -> Iterator[ast.Name]:
    return (each for each in ast.walk(node) if isinstance(each, ast.Name))


def _marks(text: str) -> dict[str, int]:
    """How often each icon, and bold and italic words, occur."""
    found = parse_marks(text, lambda _: Where(""), {"t": None, "plural": None})
    icons = Counter(f":{each.name.parts[0]}:" for each in found if isinstance(each, IconMark))
    looks = Counter(
        mark
        for each in found
        if not isinstance(each, IconMark)
        for mark, has in (("**", each.bold), ("*", each.italic))
        if has
    )
    return dict(sorted((icons + looks).items()))


def begin(language: str, texts: Mapping[str, TextUse], known: Path | None = None) -> str:
    """The file for a new language; translations in `known` are kept."""
    kept = {entry.text: entry.translation for entry in load_entries(known)} if known else {}
    lines = ['msgid ""', 'msgstr ""']
    head = {"Language": language, "X-Language-Name": "", "Plural-Forms": PLURALS}
    head["X-Decimal-Point"] = ","
    lines += [f'"{name}: {said}\\n"' for name, said in {**head, **_told(kept)}.items()]
    for text, asked_for in sorted(texts.items(), key=lambda item: sorted(item[1].by)):
        lines += ["", f"#: {', '.join(sorted(asked_for.by))}"]
        lines += [f"msgid {_quoted(text)}", f"msgstr {_quoted(kept.get(text, ''))}"]
    return "\n".join(lines) + "\n"


PLURALS = "nplurals=2; plural=(n != 1);"


def _told(kept: Mapping[str, str]) -> dict[str, str]:
    pairs = (line.partition(": ") for line in kept.get("", "").split("\n") if line)
    return {name: said for name, _, said in pairs}


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def main() -> int:
    """Says what is wrong with the languages; how many problems there are decides the exit code."""
    parser = ArgumentParser(prog="make words")
    parser.add_argument("languages", nargs="*", help="only these")
    parser.add_argument("--begin", metavar="LANGUAGE", help="print the file of a new language")
    options = parser.parse_args()
    texts = texts_to_translate()
    home = shipped_folder("layouts") / "locale"
    if options.begin:
        path = home / f"{options.begin}.po"
        sys.stdout.write(begin(options.begin, texts, path if path.exists() else None))
        return 0
    chosen = options.languages or [name for name in languages() if name != "en"]
    found = [line for name in chosen for line in problems(home / f"{name}.po", texts)]
    for name in chosen:
        if (terms := FOLDER / f"{name}.md").exists():
            found += misused_terms(home / f"{name}.po", [*load_terms(terms)], texts)
    for line in found:
        print(line)  # noqa: T201
    print(f"{len(texts)} texts, {', '.join(chosen)}: {len(found) or 'no'} problems")  # noqa: T201
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
