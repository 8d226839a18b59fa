"""The commands as a group, as Typer shows them; and what is said to who leaves the command out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typer._click.exceptions import ClickException
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from typer import Context


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
    """All commands; `printkit wolle` is answered with what was meant."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is named first."""
        if args[0] not in self.commands and (target := _target(args[0])):
            from printkit.errors import UsageError

            hint = f"did you mean: printkit build {target}"
            raise UsageError(f"'{args[0]}' is no command", hint=hint)
        from printkit.cli.plain import printable

        return super().resolve_command(ctx, [printable(args[0]), *args[1:]])


def _target(word: str) -> str:
    """What could be built by this name; empty if nothing."""
    from printkit.request.words import known_targets

    if word.endswith((".yaml", ".yml")):
        return word
    return word.lower() if word.lower() in known_targets() else ""
