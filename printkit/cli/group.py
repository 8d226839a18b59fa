"""The commands as a group, as Typer shows them, and what it answers when no command is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from typer._click.exceptions import ClickException
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from typer import Context


HELP: Final = "help"


class Command(TyperCommand):
    """A command whose usage reads `printkit build TARGET...`, as in the documentation."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the arguments; what is wrong with them is said without control characters."""
        from printkit.cli.plain import printable

        try:
            return super().parse_args(ctx, args)
        except ClickException as error:
            error.message = printable(error.message)
            raise

    def collect_usage_pieces(self, ctx: Context) -> list[str]:  # type: ignore[override]
        """The arguments without Typer's braces."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


class Group(TyperGroup):
    """All commands; what is none, as in `printkit wolle`, is answered with what was meant."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is named first, whatever its capitals; `help` is one too."""
        from printkit.cli.plain import printable

        name = args[0].lower() if args[0].lower() in (*self.commands, HELP) else args[0]
        if name == HELP:
            return self._help(ctx, args[1:])
        if name not in self.commands:
            _answer(args)
        return super().resolve_command(ctx, [printable(name), *args[1:]])

    def _help(self, ctx: Any, args: list[str]) -> Any:
        """The help of a command, or that of all."""
        if args:
            return self.resolve_command(ctx, [args[0], "--help"])
        import typer

        typer.echo(ctx.get_help())
        raise typer.Exit


def _answer(args: list[str]) -> None:
    """Refuses what is no command, with the one that does what was meant, if that is known."""
    from printkit.cli.slips import command
    from printkit.errors import UsageError

    meant = []
    if target := _target(args[0]):
        meant = ["build", target, *args[1:]]
    elif args[0].lower() == "print":
        meant = ["build", *args[1:], "--print"]
    if meant:
        raise UsageError(f"'{args[0]}' is no command", hint=f"did you mean: {command(meant)}")


def _target(word: str) -> str:
    """What could be built by this name; empty if nothing."""
    from printkit.request.words import known_targets

    if word.endswith((".yaml", ".yml")):
        return word
    return word.lower() if word.lower() in known_targets() else ""
