"""The command reference, from the commands themselves: `python -m bench.commands`.

Writes docs/commands.md anew; a test compares the page with what this module says.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from printkit.cli.group import COMMANDS, find_command
from printkit.request import OPTIONS

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"

HEAD = """# Commands

Every command explains itself: `printkit COMMAND --help`. This page is made from the same words.

Exit codes: 0 done; 1 a problem in what was given (a bad layout, an illegal game, text that does not
fit, a file that cannot be read or written); 2 wrong usage; 70 a mistake in printkit
itself; 130 interrupted. With `--json` a command prints one JSON document on standard output and
nothing else there.

`printkit` alone asks three questions at a terminal: which game, who plays, what to print. Enter
takes what is offered, Ctrl-C leaves without a trace. It speaks the language in which it
would print, or that of `printkit --lang de`; it remembers the game and the names in
`printkit/config.yaml` in your configuration folder, and ends with the command that does the same
without questions.

What `--save` remembers is kept in the same file. Without `--lang` sheets are printed in the
language that is remembered (`--lang de --save`), else in that of the variable `PRINTKIT_LANG`, else
in the system's (`LC_ALL`, `LC_MESSAGES`, `LANG`; `LANGUAGE` may list several), if printkit has it,
else in English. The sentence at the end of a build is in the language of the sheets; all other
messages are English. A batch is the same on every machine: without `lang`
it is English.

Capitals never matter: `Wolle`, `--lang DE` and `--paper A4` are understood. A region speaks
its language: `--lang de-AT`, like `LANG=de_AT.UTF-8`, prints German sheets, unless a layout of
yours has words for it.
"""


def page() -> str:
    """The whole page; it stays as it is when a language is added."""
    text = "\n".join([HEAD, *(_section(name, find_command(name)) for name in COMMANDS)])
    language = OPTIONS["lang"]
    return text.replace(language.sentence, language.help.replace("{known}", "a code like de"))


def _section(name: str, command: Any) -> str:
    parameters = command.get_params(typer.Context(command))
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    options = [
        each for each in parameters if each.param_type_name == "option" and each.name != "help"
    ]
    usage = " ".join(["printkit", name, *(_metavar(each) for each in arguments)])
    lines = [f"## {name}", "", _flat(command.help), "", f"    {usage}", ""]
    if arguments or options:
        lines += ["| | |", "| --- | --- |"]
        lines += [f"| `{_metavar(each)}` | {_flat(each.help)} |" for each in arguments]
        lines += [f"| {_names(each)} | {_flat(each.help)}{_default(each)} |" for each in options]
        lines.append("")
    return "\n".join(lines)


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _names(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    return names if option.is_flag else f"{names} {option.metavar or option.type.name.upper()}"


def _default(option: Any) -> str:
    value = option.default
    if option.is_flag or value in (None, "", (), []) or callable(value):
        return ""
    return f" [{', '.join(map(str, value)) if isinstance(value, list | tuple) else value}]"


def _flat(text: str | None) -> str:
    return " ".join((text or "").split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
