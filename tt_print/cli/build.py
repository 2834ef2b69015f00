"""`tt-print build`"""
import typer


def command() -> None:
    """Make everything."""
    typer.echo("x")
