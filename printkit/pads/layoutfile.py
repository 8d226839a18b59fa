"""A score pad written out as a layout of one's own: a readable file that builds the same page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.core.errors import UsageError
from printkit.core.files import ascii_file_name, check_new, write_file
from printkit.core.messages import say
from printkit.pads.sheets import field_families, pad_facts
from printkit.pads.shelf import pad_from_options

if TYPE_CHECKING:
    from printkit.core.paper import Paper
    from printkit.pads.pad import Pad
    from printkit.rules.sheets import Family

USUAL_COUNT = 4  # of players
_TOP = """\
# A score pad for {game}. Build it:  printkit build {file} -p {count}
# Change what is scored under `pad`, and the formulas under `fields`.

sheet: {id}/score-pad
title: Score pad
game-title: {title}
summary: A score pad for a game of your own.
players: {least}-{most}
wins: {wins}
"""
_PAGE = """\

page:
  size: "{'quarter' if pads == 4 else 'half' if pads == 2 else 'paper'}"
  orientation: "{'landscape' if landscape else 'portrait'}"
  margin: "{'10mm' if pads == 1 else '7mm'}"

body:
  - use: shared/pad-header
    with: {compact: "{pads > 1}"}
  - use: shared/pad-table
    with: {compact: "{pads > 1}"}
    height: 1fr
  - use: shared/footer
    with: {paged: "{pads == 1}", id: false}
"""
_PADS = """\
  # Two or four pads share a page, if the players fit.
  room: "{{4 if count <= pad.quarter else 2 if count <= pad.half else 1}}"
  pads: "{{min(room, {asked})}}"
  landscape: "{{(pads < 4 and pad.few) or (pads == 1 and count > pad.portrait)}}"
"""
_AS_COPIES = "4 if copies > 2 else 2 if copies == 2 or pad.few else 1"
_ASKED = {"full": "1", "half": "2", "quarter": "4"}


def save_layout(
    path: Path, options: Mapping[str, Any], paper: Paper, *, replaces: bool = False
) -> Path:
    """Write a pad with these options as a layout, for this paper; return its path."""
    if path.suffix not in (".yaml", ".yml"):
        raise UsageError(
            say("'{file}' isn't a layout file", file=str(path)), hint="end its name with .yaml"
        )
    if not replaces:
        check_new(path)
    pad, size = pad_from_options(options), str(options.get("size"))
    write_file(path, layout_text(pad, path.name, paper, size).encode())
    return path


def layout_text(pad: Pad, file: str, paper: Paper, size: str) -> str:
    """Return a pad as the text of a layout file."""
    least, most = pad.players
    facts = pad_facts(pad, paper, "{count}")
    id_ = ascii_file_name(Path(file).stem) or "pad"
    top = _TOP.format(
        game=pad.title, file=file, id=id_, title=_as_yaml(pad.title), least=least, most=most,
        wins=pad.wins, count=min(max(USUAL_COUNT, least), most),
    )  # fmt: skip
    over = f"over: {dumps(facts['over'])}\n" if facts["over"] else ""
    known = {key: value for key, value in facts.items() if key not in ("over", "wins")}
    lines = [f"{top}{over}", "facts:", "  pad:"]
    lines += [f"    wins: {pad.wins}", *_data(known, 4), _pads(size), "", "fields:"]
    lines += [line for name, family in field_families(pad).items() for line in _field(name, family)]
    return "\n".join(lines) + "\n" + _PAGE


def _pads(size: str) -> str:
    """Return the facts that say how many pads share a page."""
    return _PADS.format(asked=_ASKED.get(size, _AS_COPIES)).rstrip()


def _as_yaml(value: object) -> str:
    """Return a value as YAML; braces in a text are doubled, because one begins an expression."""
    if isinstance(value, str):
        value = value.replace("{", "{{").replace("}", "}}")
    return dumps(value, ensure_ascii=False)


def _data(data: Mapping[str, Any], depth: int) -> Iterator[str]:
    """Yield plain data as lines of YAML: short maps on a line, lists with a line for each item."""
    space = " " * depth
    for key, value in data.items():
        if not isinstance(value, list):
            yield f"{space}{key}: {_as_yaml(value)}"
        elif not value:
            yield f"{space}{key}: []"
        else:
            yield f"{space}{key}:"
            for item in value:
                first, *rest = _data(item, depth + 4)
                if any(isinstance(one, list) for one in item.values()):
                    yield f"{space}  - {first.strip()}"
                    yield from rest
                else:
                    pairs = ", ".join(f"{name}: {_as_yaml(one)}" for name, one in item.items())
                    yield f"{space}  - {{{pairs}}}"


def _field(name: str, family: Family) -> Iterator[str]:
    """Yield the lines of a field, with the words of its label filled in."""
    label = family["label"]
    for word, text in family["words"].items():
        label = label.replace(f"{{{word}}}", text.replace("{", "{{").replace("}", "}}"))
    yield f"  {name}:"
    yield f"    label: {dumps(label, ensure_ascii=False)}"
    for key in ("min", "max", "formula"):
        if key in family:
            yield f"    {key}: {dumps(family[key], ensure_ascii=False)}"
