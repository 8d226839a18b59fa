"""The man page, from the commands themselves: `python -m docs.generate.manpage`.

Rewrites docs/man/printkit.1, which a wheel installs; a test checks that it is up to date.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from typer.main import get_command

from printkit._version import __version__
from printkit.cli import app
from printkit.cli.commands import COMMANDS, load_command

PAGE = Path(__file__).parent.parent / "man" / "printkit.1"

FILES = """.SH FILES
.TP
.I ~/.config/printkit/config.yaml
What \\fBprintkit build \\-\\-save\\fR remembers; below $XDG_CONFIG_HOME if that is set.
.SH ENVIRONMENT
.TP
.B PRINTKIT_PAPER
The paper, unless \\-\\-paper says another.
.TP
.B PRINTKIT_LANG
The language of the sheets, unless one was saved.
.TP
.B PRINTKIT_FONTS
Fonts, or folders of fonts, for characters that no font of printkit has; empty for none.
.TP
.B PRINTKIT_NO_PLUGINS
Leave out the games and layouts of other packages, as \\-\\-no\\-plugins does.
.TP
.B NO_COLOR
Show errors without colours.
.SH EXIT STATUS
0 success; 1 a problem with the input; 2 wrong usage; 70 a bug in printkit; 130 interrupted.
"""


def page() -> str:
    """The whole page in the language of troff."""
    group: Any = get_command(app)
    lines = [f'.TH PRINTKIT 1 "" "printkit {__version__}" "User Commands"', ".SH NAME"]
    lines += ["printkit \\- print what a game night needs", ".SH SYNOPSIS"]
    lines += [".B printkit", ".br", ".B printkit", "\\fICOMMAND\\fR [\\fIOPTION\\fR]..."]
    lines += [".SH DESCRIPTION", *_paragraphs(group.help), ".SH COMMANDS"]
    for name in COMMANDS:
        lines += _section(name, load_command(name))
    return "\n".join([*lines, FILES])


def _section(name: str, command: Any) -> Iterator[str]:
    parameters = command.get_params(typer.Context(command))
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    options = [each for each in parameters if each.param_type_name == "option"]
    usage = " ".join(f"\\fI{_escaped(_metavar(each))}\\fR" for each in arguments)
    yield f".SS \\fBprintkit {name}\\fR {usage} [\\fIOPTION\\fR]..."
    yield from _paragraphs(command.help)
    for each in (*arguments, *options):
        yield ".TP"
        yield _names(each) if each in options else f"\\fI{_escaped(_metavar(each))}\\fR"
        yield _escaped(" ".join((each.help or "").split()))
    if command.epilog:
        yield ".PP"
        yield "Examples:"
        yield ".nf"
        yield from (f"  {_escaped(line)}" for line in command.epilog.split("\n\n")[1:])
        yield ".fi"


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _names(option: Any) -> str:
    names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in option.opts)
    if option.is_flag:
        return names
    return f"{names} \\fI{_escaped(option.metavar or option.type.name.upper())}\\fR"


def _paragraphs(text: str | None) -> Iterator[str]:
    for paragraph in (text or "").split("\n\n"):
        yield ".PP"
        yield _escaped(" ".join(paragraph.split()))


def _escaped(text: str) -> str:
    """A text that troff prints as it is: hyphens, backslashes, and no command at its beginning."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain[:1] in (".", "'") else plain


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
