"""`tt-print new`: writes a file to begin with, and says what to do with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext, OutputOptions
    from tt_print.core.commands.common import Answer
    from tt_print.core.commands.new import New
    from tt_print.core.environment import Call

NEXT = {
    "game": "tt-print booklet {name}.md",
    "paper": "tt-print deck --paper {name}",
    "card": "tt-print deck --card {name}",
    "stock": "tt-print deck --stock {name}",
    "theme": "tt-print deck --theme {name}",
    "profile": "tt-print export --for {name}",
    "house": "tt-print booklet craziness --house {name}",
    "config": "tt-print list",
}


def answer(request: New, call: Call, own: OutputOptions) -> Answer:
    """The files are written as a person's own: nothing of ours touches them later."""
    answer = request.answer(call)
    for name, data in answer.files.items():
        write_new_file(Path(name), data.decode())
    return answer._replace(data={"files": [*answer.files]}, files={})


def lines(printed: AnswerContext) -> list[str]:
    name, title, (path, *others) = printed.answer.made
    next_lines = [f"  {NEXT[printed.request.kind].format(name=name)}"]
    if others:
        next_lines += [f"  tt-print quickref {path}", f"  tt-print scoresheet {others[0]}"]
        next_lines.append(f'  tt-print score start points Ann Bo Cy --name "{title}"')
    more = [f"      {other}   its score sheet" for other in others]
    return [f"Wrote {path}", *more, "  Open it in any editor. It can be used as it is:", *next_lines]


def write_new_file(path: Path, text: str) -> None:
    """Raises InputError if a file is there, MachineError if the machine refuses."""
    from tt_print.disk import write_new
    from tt_print.errors import InputError, MachineError

    try:
        written = write_new(path, text)
    except OSError as error:
        cure = "Make room on that disk, or allow writing there, and type the same again."
        raise MachineError(f"cannot write {path} ({error.strerror or error}). {cure}") from error
    if not written:
        raise InputError(f"{path} is there already, and is left as it is. Choose another name, or open that one.")
