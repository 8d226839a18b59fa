"""The command reference, from the commands themselves: `python -m docs.generate.commands`.

Rewrites docs/commands.md; a test checks that the page is up to date.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from printkit.cli.commands import COMMANDS, load_command
from printkit.request.options import OPTIONS

PAGE = Path(__file__).parent.parent / "commands.md"

HEAD = """# Commands

`printkit COMMAND --help` shows the same text as this page.

Exit codes: 0 success; 1 a problem with the input (a bad layout, an illegal game, text that doesn't
fit, a file that can't be read or written); 2 wrong usage; 70 a bug in printkit; 130 interrupted.
With `--json` a command prints exactly one JSON document on standard output.

Problems go to standard error, as `my-game.yaml:14:5: error: unknown node 'tabel'` and `hint: did
you mean 'table'?`. They have colours on a terminal, unless `NO_COLOR` is set.

At a terminal, `printkit` alone asks a few questions: which games, who's playing, what to print, and
whether to print, open or just save it; the first time also for paper, theme and language, unless
your system says which. Enter accepts the suggestion, `back` returns to the previous question, `?`
explains it; Ctrl-C and Ctrl-D leave and write nothing. It asks in the language it would print in,
or in that of `printkit --lang de`. It saves the answers that it will offer again in
`printkit/config.yaml` in your configuration folder, and shows the command that does the same
without questions.

`--save` writes to the same file. Without `--lang`, sheets are in your saved language (`--lang de
--save`); if there is none, in that of `PRINTKIT_LANG`, then in your system's (`LC_ALL`,
`LC_MESSAGES`, `LANG`; `LANGUAGE` may list several) if printkit has it, and otherwise in English.
What a build says about its files is in the language of the sheets; questions, recorded games,
`validate`, `batch` and `season` are in your own, like all of the studio, and so are errors about
what you chose. Problems of files, commands for authors of layouts and games, and everything for
programs are in English. A manifest gives the same files on every machine: without `lang`, they are
in English.

Upper and lower case are the same: `Wolle`, `--lang DE` and `--paper A4` work. A region uses its
language: `--lang de-AT`, like `LANG=de_AT.UTF-8`, prints German sheets unless your layout has a
translation for `de-AT`.

`--no-plugins`, anywhere in a command, leaves out the games and layouts of [other
packages](add-a-game.md); so does the variable `PRINTKIT_NO_PLUGINS`.
"""


def page() -> str:
    """The whole page; adding a language doesn't change it."""
    text = "\n".join([HEAD, *(_section(name, load_command(name)) for name in COMMANDS)])
    language = OPTIONS["lang"]
    return text.replace(language.explanation, language.help.replace("{known}", "a code like de"))


def _section(name: str, command: Any) -> str:
    parameters = command.get_params(typer.Context(command))
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    options = [
        each for each in parameters if each.param_type_name == "option" and each.name != "help"
    ]
    usage = " ".join(["printkit", name, *(_metavar(each) for each in arguments)])
    lines = [f"## {name}", "", _flat(command.help), "", f"    {usage}", ""]
    panels: dict[str, list[str]] = {}
    for each in arguments:
        panels.setdefault("", []).append(f"| `{_metavar(each)}` | {_flat(each.help)} |")
    for each in options:
        rows = panels.setdefault(each.rich_help_panel or "", [])
        rows.append(f"| {_names(each)} | {_flat(each.help)} |")
    for panel, rows in panels.items():
        heading = [f"**{panel}**", ""] if panel else []
        lines += [*heading, "| | |", "| --- | --- |", *rows, ""]
    return "\n".join(lines)


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _names(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    return names if option.is_flag else f"{names} {option.metavar or option.type.name.upper()}"


def _flat(text: str | None) -> str:
    return " ".join((text or "").split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
