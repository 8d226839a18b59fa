"""The commands `build`, `again` and `pad`, which have all options of a request and all actions.

Unambiguous shorthands such as `--letter` are accepted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from typer.core import TyperArgument, TyperOption

from printkit.cli.usage import Command, option_for, shell_command
from printkit.core.errors import UsageError
from printkit.request.options import ALIASES, CONTENT, OPTIONS, OUTPUT, PAPER, WHAT, Option

if TYPE_CHECKING:
    import typer

SAVED = "Saved settings"
"""The panel for actions that save something."""
_PANELS = (None, WHAT, CONTENT, PAPER, SAVED, OUTPUT)


def _action(name: str, panel: str, help_: str, metavar: str = "") -> Option:
    read, default = (str, "") if metavar else (bool, False)
    return Option(name, read, help_, panel, metavar, default=default)


ACTIONS: Final[Mapping[str, Option]] = {
    "prints": _action("print", PAPER, "Print the PDF at 100%"),
    "printer": _action(
        "printer",
        PAPER,
        "Printer to use (default: your saved printer, or the system's)",
        "NAME",
    ),
    "save": _action(
        "save",
        SAVED,
        "Save --paper, --lang, --theme, --offset and --printer as defaults for later builds",
    ),
    "no_offset": _action("no-offset", SAVED, "Ignore the saved offset"),
    "save_job": _action(
        "save-job", SAVED, "Save this command as a list (a manifest) for printkit batch", "FILE"
    ),
    "opens": _action("open", OUTPUT, "Open the files when they're ready"),
    "preflight": _action("preflight", OUTPUT, "Check the PDF, as printkit preflight does"),
}
"""The options besides those of a request, by the fields of `Actions`."""


class Actions(NamedTuple):
    """What to do besides building, and what to print."""

    prints: bool = False
    printer: str = ""
    save: bool = False
    no_offset: bool = False
    save_job: str = ""
    opens: bool = False
    preflight: bool = False
    json: bool = False
    quiet: bool = False


class BuildCommand(Command):
    """A command with every option of a request and every action.

    Its function gets them from its context: see `given_options` and `chosen_actions`. The
    parameters of the function itself are added to these.
    """

    without: tuple[str, ...] = ()
    """The options that the command doesn't have."""

    def __init__(self, *args: Any, params: Sequence[Any] = (), **settings: Any) -> None:
        """Add options and actions to the parameters, and put them in the order of the help."""
        options = [option for name, option in OPTIONS.items() if name not in self.without]
        own = [_argument(one) if not one.panel else _option(one, one.keyword) for one in options]
        own += [_option(action, name) for name, action in ACTIONS.items()]
        for each in params:
            if each.param_type_name == "option":
                each.rich_help_panel = each.rich_help_panel or OUTPUT
        parameters = sorted((*own, *params), key=lambda each: _PANELS.index(each.rich_help_panel))
        super().__init__(*args, params=parameters, **settings)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters; `--help` belongs to the panel of the output."""
        parameters: list[Any] = super().get_params(ctx)
        parameters[-1].rich_help_panel = OUTPUT
        return parameters

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, with shorthands expanded."""
        return super().parse_args(ctx, expand_shorthands(_with_names_now(args)))

    def invoke(self, ctx: Any) -> Any:
        """Call the function; options and actions are the object of its context."""
        names = [*(option.keyword for option in OPTIONS.values()), *ACTIONS]
        ctx.obj = {name: ctx.params.pop(name) for name in names if name in ctx.params}
        return super().invoke(ctx)


class CommandWithoutTarget(BuildCommand):
    """A command that knows the target: a file is built again, or a score pad is built."""

    without = ("target",)


def _argument(option: Option) -> TyperArgument:
    return TyperArgument(
        param_decls=[option.keyword],
        type=str,
        nargs=-1,
        required=True,
        metavar=option.metavar,
        help=option.explanation,
        show_default=False,
        autocompletion=_completion(option),
    )


def _option(option: Option, name: str) -> TyperOption:
    return TyperOption(
        param_decls=[name, f"--{option.name}", *filter(None, [option.short])],
        type=None if option.is_flag else str,
        is_flag=option.is_flag or None,
        default=False if option.is_flag else None,
        multiple=option.repeats,
        metavar=option.metavar or None,
        help=option.explanation,
        autocompletion=_completion(option),
        rich_help_panel=option.panel,
    )


def _completion(option: Option) -> Any:
    """Return a function that completes the known words; the shell completes paths by itself."""
    known = option.known
    if known is None:
        return None
    return lambda _context, _args, start: [word for word in known() if word.startswith(start)]


def given_options(context: typer.Context) -> dict[str, Any]:
    """Return the given options of a request, as keywords of `printkit.build`."""
    names = (option.keyword for option in OPTIONS.values())
    given = {name: value for name in names if (value := context.obj.get(name))}
    _check_misplaced(given)
    return given


def chosen_actions(context: typer.Context, *, json: bool, quiet: bool) -> Actions:
    """Return the actions that were asked for."""
    chosen = {name: context.obj[name] or action.default for name, action in ACTIONS.items()}
    return Actions(**chosen, json=json, quiet=quiet)


def _with_names_now(words: Sequence[str]) -> list[str]:
    """Replace older names of options with their names now: `--record` and `--record=FILE`."""
    names = {f"--{alias}": f"--{name}" for alias, name in ALIASES.items()}
    split = (word.partition("=") for word in words)
    return [names.get(name, name) + equals + value for name, equals, value in split]


def expand_shorthands(words: Sequence[str]) -> list[str]:
    """Expand `--ink-saver` to `--theme ink-saver`, and `--letter` to `--paper letter`."""
    if "--help" in words:  # don't load the themes for that
        return list(words)
    from printkit.core.paper import PAPERS
    from printkit.request.values import known_themes

    themes = {f"--{theme}": ["--theme", theme] for theme in known_themes()}
    papers = {f"--{paper}": ["--paper", paper] for paper in PAPERS}
    return [each for word in words for each in (themes | papers).get(word.lower(), [word])]


def _check_misplaced(given: Mapping[str, Any]) -> None:
    """Refuse what isn't a target, such as names or a theme, and names as a number of players."""
    from printkit.request.values import find_target

    targets = given.get("target", ())
    unknown = [one for one in targets if not (find_target(one) or re.search(r"[./\\]", one))]
    for target in unknown if len(targets) > 1 else ():
        if option := option_for(target):
            words = [word for word in sys.argv[1:] if word != target]
            message = f"'{target}' isn't a sheet; as an option, write:"
            raise UsageError(message, hint=shell_command([*words, *option]))
    called = [one.strip() for target in unknown for one in re.split("[,;]", target) if one.strip()]
    if len(called) > 1 and "names" not in given and all(one[0].isupper() for one in called):
        words = [word for word in sys.argv[1:] if word not in unknown]
        hint = shell_command([*words, "--names", ", ".join(called)])
        raise UsageError(f"'{called[0]}' isn't a sheet; for names of players, write:", hint=hint)
    for target in targets if len(targets) > 1 else ():
        if re.fullmatch(r"[0-9]{1,3}(-[0-9]{1,3})?", target):
            words = [word for word in sys.argv[1:] if word != target]
            message = f"'{target}' isn't a sheet; for {target} players, write:"
            raise UsageError(message, hint=shell_command([*words, "-p", target]))
    players = given.get("players", "")
    if re.search("[,;]", players) and not re.search("[0-9]", players):
        message = f"--players takes a number, not names: '{players}'"
        raise UsageError(message, hint=shell_command(_with_names(players)))


def _with_names(names: str) -> list[str]:
    """Return the command line with `--names` instead of `--players`."""
    words = sys.argv[1:]
    at = next(at for at, word in enumerate(words) if word.endswith(names))
    first = at - 1 if words[at] == names else at
    return [*words[:first], "--names", names, *words[at + 1 :]]
