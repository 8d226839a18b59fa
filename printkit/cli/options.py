"""Options that several commands share, and commands that take the options of a request."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from printkit.cli.group import Command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from printkit.request.option import Option


class RequestCommand(Command):
    """A command with the options of a request, besides those of its own.

    They are added when somebody asks for them, so that other commands need not wait for them.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the arguments, and what is meant by those that there are not."""
        from printkit.cli.slips import with_themes

        return super().parse_args(ctx, with_themes(args))

    def get_params(self, ctx: Any) -> Any:
        """All parameters, those of the request after the command's own arguments."""
        from printkit.request import OPTIONS

        own = [each for each in self.params if each.param_type_name == "argument"]
        if not any(each.name == "paper" for each in self.params):
            options = [one for one in OPTIONS.values() if not own or one.name != "target"]
            self.params[len(own) : len(own)] = _parameters(options)
        return super().get_params(ctx)


def _parameters(options: Iterable[Option]) -> list[Any]:
    """The options as Typer would have made them from a function's signature."""
    from typer.main import get_params_convertors_ctx_param_name_from_function

    def command(**_: object) -> None: ...

    parameters = [_parameter(option) for option in options]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    made: list[Any] = get_params_convertors_ctx_param_name_from_function(command)[0]
    return made


def _parameter(option: Option) -> inspect.Parameter:
    """Words come in; the command reads them."""
    default: object = [] if option.repeats else False if option.is_flag else option.shown
    more: dict[str, Any] = {"help": option.sentence, "metavar": option.metavar or None}
    if option.known is not None:
        more["autocompletion"] = completer(option.known)
    names = [f"--{option.name}", *([option.short] if option.short else [])]
    info: object = typer.Option(*names, **more)
    if option.repeats and not option.has_default:
        info, default = typer.Argument(**more, show_default=False), inspect.Parameter.empty
    kind = list[str] if option.repeats else bool if option.is_flag else str
    return inspect.Parameter(
        option.field,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, info],
    )


def takes_more(
    command: Callable[..., None], *, like: Callable[..., None] | None = None
) -> Callable[..., None]:
    """Hides `**given` from Typer, which knows parameters by their names alone.

    `like` is a command whose own options this one takes too.
    """
    own = [*inspect.signature(command, eval_str=True).parameters.values()]
    if like is not None:
        own += inspect.signature(like).parameters.values()
    kept = [each for each in own if each.kind is not inspect.Parameter.VAR_KEYWORD]
    command.__signature__ = inspect.Signature(kept)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in kept}
    return command


def read_given(given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of those options of a request that the command line gives."""
    from printkit.cli.slips import check_slips
    from printkit.errors import UsageError
    from printkit.request import OPTIONS

    check_slips(given)
    values = {}
    for option in OPTIONS.values():
        words = given.get(option.field)
        if not words or words == option.shown:
            continue
        try:
            values[option.field] = _read(option, words)
        except UsageError as error:
            said = error.message
            message = f"--{said}" if said.startswith(f"{option.name} ") else said
            raise UsageError(message, hint=error.hint) from None
    return values


def _read(option: Option, words: Any) -> Any:
    if option.is_flag:
        return True
    if option.repeats and option.read_list:
        return option.read_list(tuple(words))
    return option.read(words)


def completer(known: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """What a shell asks to complete one of the known words; paths it knows by itself."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in known() if name.startswith(incomplete)]

    return complete


def known_targets() -> Iterable[str]:
    """What can be built by its name."""
    from printkit.request import words

    return words.known_targets()


def known_games() -> Iterable[str]:
    """The games that ship."""
    from printkit.games import game_ids

    return game_ids()


def whole(option: str, least: int, most: int) -> Callable[[str | int], int]:
    """A reader of whole numbers within bounds, whose refusal says the bounds."""

    def read(given: str | int) -> int:
        from printkit.units import parse_whole

        return parse_whole(option, str(given), least, most)

    return read


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing unless it goes wrong.")]
OptionalGame = Annotated[
    Optional[str],  # noqa: UP045 - Typer reads it at run time
    typer.Argument(
        metavar="[GAME]",
        help="Only this game, or a layout file.",
        autocompletion=completer(known_games),
    ),
]
