"""A site that prints, judges, deals, and keeps score: the request, which `cli.site` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tt_print.core.commands.common import Command
from tt_print.requests.kinds import File, Number, Switch
from tt_print.requests.notes import Local, With, Without


@dataclass(frozen=True)
class Site(Command):
    """`single`: one file instead of a folder. `serve`: shown on this machine, at `port`."""

    single: Annotated[bool, Switch(), Without("serve")] = False
    serve: Annotated[bool, Switch(), Local()] = False
    port: Annotated[int, Number(), With("serve"), Local()] = 0
    pyodide: Annotated[str, File("DIR"), Local()] = ""

    verb = "site"
    folder = "output/site"
