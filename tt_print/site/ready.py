"""Files that lie ready on the site, made as the page itself would make them, and the links to them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from tt_print.core import Core, Environment
from tt_print.errors import MachineError
from tt_print.games import load_games
from tt_print.records import dataclass
from tt_print.sheets.plan import find_paper
from tt_print.site.facts import Ready, site_facts

if TYPE_CHECKING:
    from tt_print.render.pixels import Progress

PAPERS = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class ReadyFile:
    """A file, for which group of links and paper, and what its link says."""

    group: Ready
    paper: str
    label: str
    name: str
    data: bytes


def make_ready(progress: Progress) -> list[ReadyFile]:
    """Every file, paper by paper, in the order of `site.toml`."""
    asked = [
        (group, paper, label, {**call, "paper": paper})
        for paper in PAPERS
        for group in site_facts().ready
        for label, call in _calls(group)
    ]
    files = []
    done = progress("Making files that lie ready", len(asked))
    for group, paper, label, call in asked:
        # without the books for a screen: the site has its rules as one
        name, data = next(iter(print_files(call).items()))
        files.append(ReadyFile(group, paper, label, name.rpartition("/")[2], data))
        done()
    return files


def _calls(group: Ready) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What people read, and what is asked for."""
    for label, call in group.calls.items():
        if not group.each_game:
            yield label, call
            continue
        for game in load_games():
            yield game.title, {**call, group.each_game: game.name if group.each_game == "game" else [game.name]}


def print_files(asked: Mapping[str, Any]) -> dict[str, bytes]:
    """What the core prints for a document and its fields, by name. Raises MachineError where it refuses."""
    fields = {name: value for name, value in asked.items() if name != "document"}
    environment = Environment(now=lambda: "", random_bytes=os.urandom)  # neither gets into a printed file
    reply = Core(environment).ask({"ask": "print", "document": asked["document"], "fields": fields})
    if not reply.data["ok"]:
        raise MachineError(f"{asked['document']}: {reply.data['error']['text']} The site is not made.")
    return dict(reply.files)


MANY = 4  # links of a group; more are folded


def links(files: Sequence[ReadyFile], address: Mapping[str, str]) -> str:
    """The links as HTML: a block for each paper, a part for each group. `address` says where each file is."""
    blocks = []
    for paper in PAPERS:
        parts = []
        for group in site_facts().ready:
            rows = "\n".join(
                f"<li>{_link(file, address)}</li>"
                for file in files
                if file.group.title == group.title and file.paper == paper
            )
            title, inside = f"<h3>{escape(group.title)}</h3>", f"<p>{escape(group.note)}</p><ul>\n{rows}\n</ul>"
            parts.append(
                f'<details class="ready"><summary>{title}</summary>{inside}</details>'
                if rows.count("<li>") > MANY
                else f'<section class="ready">{title}{inside}</section>'
            )
        hidden = "" if paper == PAPERS[0] else " hidden"
        blocks.append(f'<div data-paper="{paper}"{hidden}>\n{"".join(parts)}\n</div>')
    return "\n".join(blocks)


def _link(file: ReadyFile, address: Mapping[str, str]) -> str:
    """Two links to different files read differently, for those who hear them one after the other."""
    size = f"{max(1, round(len(file.data) / 1000))} kB"
    said = f", {file.group.title}, {find_paper(file.paper).title}"
    return (
        f'<a href="{escape(address[file.name])}" download="{escape(file.name)}"><span>{escape(file.label)}'
        f'<span class="said">{escape(said)}</span></span> <span class="quiet">PDF, {size}</span></a>'
    )
