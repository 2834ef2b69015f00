"""Files that lie ready on the site, made as the page itself would make them, and the links to them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from tt_print.core import Core, Environment
from tt_print.core.asking import Reply
from tt_print.errors import MachineError
from tt_print.games import load_games
from tt_print.records import dataclass
from tt_print.sheets.plan import find_paper
from tt_print.templates import read_toml

if TYPE_CHECKING:
    from tt_print.render.pixels import Progress

PAPERS = ("a4", "letter")
MANY = 4  # links of a group; more are folded


@dataclass(frozen=True, slots=True)
class ReadyFile:
    """A file, for which group of links (its title) and paper, and what its link says."""

    group: str
    paper: str
    label: str
    name: str
    data: bytes


def make_ready(progress: Progress) -> list[ReadyFile]:
    """Every file, paper by paper, in the order of `site.toml`."""
    groups = read_toml("site/site.toml")["ready"]
    asked = [(paper, *call) for paper in PAPERS for group in groups for call in _calls(group)]
    files = []
    done = progress("Making files that lie ready", len(asked))
    for paper, group, label, call in asked:
        fields = {**call, "paper": paper}
        reply = core_reply({"ask": "print", "document": fields.pop("document"), "fields": fields})
        name, data = next(iter(reply.files.items()))  # without the books for a screen: the site has its rules as one
        files.append(ReadyFile(group, paper, label, name.rpartition("/")[2], data))
        done()
    return files


def _calls(group: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """For each file of a group its title, what its link says, and what is asked for."""
    field = group.get("each_game", "")
    for label, call in group["calls"].items():
        if not field:
            yield group["title"], label, call
        for game in load_games() if field else ():
            yield group["title"], game.title, {**call, field: game.name if field == "game" else [game.name]}


def core_reply(request: Mapping[str, Any]) -> Reply:
    """What the core answers to a request that needs no night. Raises MachineError where it refuses."""
    environment = Environment(now=lambda: "", random_bytes=os.urandom)  # neither gets into a file of the site
    reply = Core(environment).ask(request)
    if not reply.data["ok"]:
        raise MachineError(
            f"{request.get('document', request['ask'])}: {reply.data['error']['text']} The site is not made."
        )
    return reply


def links(files: Sequence[ReadyFile], address: Mapping[str, str]) -> str:
    """The links as HTML: a block for each paper, a part for each group. `address` says where each file is."""
    blocks = []
    for paper in PAPERS:
        parts = []
        for group in read_toml("site/site.toml")["ready"]:
            of_group = [file for file in files if (file.group, file.paper) == (group["title"], paper)]
            rows = "\n".join(f"<li>{_link(file, address)}</li>" for file in of_group)
            title = f"<h3>{escape(group['title'])}</h3>"
            inside = f"<p>{escape(group['note'])}</p><ul>\n{rows}\n</ul>"
            parts.append(
                f'<details class="ready"><summary>{title}</summary>{inside}</details>'
                if len(of_group) > MANY
                else f'<section class="ready">{title}{inside}</section>'
            )
        hidden = "" if paper == PAPERS[0] else " hidden"
        blocks.append(f'<div data-paper="{paper}"{hidden}>\n{"".join(parts)}\n</div>')
    return "\n".join(blocks)


def _link(file: ReadyFile, address: Mapping[str, str]) -> str:
    """Two links to different files read differently, for those who hear them one after the other."""
    size = f"{max(1, round(len(file.data) / 1000))} kB"
    said = f", {file.group}, {find_paper(file.paper).title}"
    return (
        f'<a href="{escape(address[file.name])}" download="{escape(file.name)}"><span>{escape(file.label)}'
        f'<span class="said">{escape(said)}</span></span> <span class="quiet">PDF, {size}</span></a>'
    )
