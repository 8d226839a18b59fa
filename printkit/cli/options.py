"""Options that several commands share, and commands that take the options of a request."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Optional, TypeVar, get_type_hints

import typer

from printkit.cli.group import Command
from printkit.cli.slips import check_slips, spelled_out
from printkit.errors import UsageError
from printkit.games import game_ids
from printkit.units import parse_whole

if TYPE_CHECKING:
    from printkit.request.option import Option

Chosen = TypeVar("Chosen", bound=NamedTuple)


class RequestCommand(Command):
    """A command with the options of a request, besides those of its own; see `takes_request`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the arguments; takes `--ink-saver` and the like as what they mean."""
        return super().parse_args(ctx, spelled_out(args))

    @cached_property
    def params(self) -> Any:  # type: ignore[override]
        """Its own arguments, which stand for targets if there are any; the request; the others."""
        from printkit.request import OPTIONS

        own = self._whole.params
        arguments = [each for each in own if each.param_type_name == "argument"]
        options = [one for one in OPTIONS.values() if not arguments or one.name != "target"]
        return [*arguments, *_parameters(options), *own[len(arguments) :]]


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
    """An option as a parameter that takes words; `read_given` makes values of them."""
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


def takes_request(
    more: type[NamedTuple],
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Has a command take the options of a request, and one for each field of a class.

    They are what is in its `**given`: `read_given` and `chosen` make values of them. Those of the
    request are made when the command runs, so that nobody else waits for them.
    """

    def give(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True).parameters.values()
        kept = [each for each in own if each.kind is not inspect.Parameter.VAR_KEYWORD]
        kept += _fields(more)
        command.__signature__ = inspect.Signature(kept)  # type: ignore[attr-defined]
        command.__annotations__ = {each.name: each.annotation for each in kept}
        command.made_as = RequestCommand  # type: ignore[attr-defined]
        return command

    return give


def _fields(declared: type[NamedTuple]) -> Iterator[inspect.Parameter]:
    """The fields of a class as parameters: Typer knows these by their names alone."""
    for name, kind in get_type_hints(declared, include_extras=True).items():
        default = declared._field_defaults[name]
        keyword = inspect.Parameter.KEYWORD_ONLY
        yield inspect.Parameter(name, keyword, default=default, annotation=kind)


def chosen(declared: type[Chosen], given: Mapping[str, Any]) -> Chosen:
    """What the command line gives for the options of a class."""
    return declared._make(given[name] for name in declared._fields)


def read_given(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a request that the command line gives other values than their defaults."""
    from printkit.request import OPTIONS

    check_slips(given)
    values = {}
    for option in OPTIONS.values():
        words = given.get(option.field)
        if not words or words == option.shown:  # the default, by whoever it was given
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
    """Completes one of the known words for a shell, which completes paths by itself."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in known() if name.startswith(incomplete)]

    return complete


def known_targets() -> Iterable[str]:
    """What can be built by its name."""
    from printkit.request import words

    return words.known_targets()


def whole(least: int, most: int, help_: str, *names: str, **more: Any) -> Any:
    """An option that takes a whole number within bounds, and says the bounds where it refuses."""

    def read(given: str | int) -> int:
        return parse_whole(names[0], str(given), least, most)

    return typer.Option(*names, metavar="N", parser=read, help=help_, **more)


Jobs = Annotated[int, whole(0, 256, "How many at a time; else one a core.", "--jobs", "-j")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing unless it goes wrong.")]
OptionalGame = Annotated[
    Optional[str],  # noqa: UP045 - Typer reads it at run time
    typer.Argument(
        metavar="[GAME]",
        help="Only this game, or a layout file.",
        autocompletion=completer(game_ids),
    ),
]
