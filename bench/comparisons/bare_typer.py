"""A minimal Typer app with two commands, to compare with `printkit list`."""

import typer

app = typer.Typer()


@app.command()
def hello(name: str, formal: bool = False) -> None:
    """Say hello."""
    typer.echo(f"Good day, {name}." if formal else f"Hello {name}!")


@app.command()
def goodbye(name: str) -> None:
    """Say goodbye."""
    typer.echo(f"Bye {name}!")


if __name__ == "__main__":
    app()
