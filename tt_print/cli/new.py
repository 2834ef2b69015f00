"""`tt-print new`: a file to begin with, of each kind that people bring."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.core.commands.common import Answer

if TYPE_CHECKING:
    from tt_print.cli.requested import Own
    from tt_print.core.commands.new import New
    from tt_print.core.world import Call

IN_FOLDER = {
    "paper": "papers",
    "card": "cards",
    "stock": "stocks",
    "theme": "themes",
    "profile": "profiles",
    "house": "house",
}  # the folder of each kind
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


def answer(request: New, call: Call, own: Own) -> Answer:
    """Writes the file, which works as it is and says in itself what to change."""
    from tt_print.errors import InputError
    from tt_print.own import CONFIG_NAME, MAX_LETTERS, NAME, own_folder
    from tt_print.templates import template_text

    kind, name = request.kind, request.name
    typed = " ".join(name.replace('"', "").split())
    name = plain_name(name) if kind == "game" and not re.search(r"[/\\]", name) else name.strip().lower()
    if kind != "config" and not (NAME.fullmatch(name) and len(name) <= MAX_LETTERS):
        raise InputError(
            f"{name!r}: give it a name of small letters, figures and hyphens. Type: tt-print new {kind} {plain_name(name) or 'my-own'}"
            if name
            else f"what is it called? Type: tt-print new {kind} my-own"
        )
    if kind == "game":
        path = Path(f"{name}.md")
    else:
        path = own_folder() / CONFIG_NAME if kind == "config" else own_folder(IN_FOLDER[kind]) / f"{name}.toml"
    paths = [path, path.with_suffix(".toml")] if kind == "game" else [path]
    for each in paths:
        if each.exists():
            raise InputError(f"{each} is there already, and is left as it is. Choose another name, or open that one.")
    if _is_known(kind, name):
        raise InputError(f"tt-print has a {kind} {name!r} of its own. Choose another name.")
    for each in paths:
        title = name.replace("-", " ").capitalize() if kind != "game" or typed == name else typed
        if request.like:
            text = _profile_like(request.like, name, title)
        else:
            text = template_text(f"new/{kind}{each.suffix}").replace("{name}", name).replace("{title}", title)
        write_new_file(each, text)
    following = NEXT[kind].format(name=name)
    more = [f"      {path.with_suffix('.toml')}   its score sheet"] if kind == "game" else []
    then = [f"  {following}"]
    if kind == "game":
        then += [f"  tt-print quickref {path}", f"  tt-print scoresheet {path.with_suffix('.toml')}"]
        then.append(f'  tt-print score start points Ann Bo Cy --name "{title}"')
    lines = [f"Wrote {path}", *more, "  Open it in any editor. It can be used as it is:", *then]
    return Answer({"files": [str(each) for each in paths]}, {}, lines)


def _profile_like(like: str, name: str, title: str) -> str:
    """The file of another profile, comments and all, under a title of its own and without other names.

    Raises InputError that lists all profiles where there is no such one.
    """
    import re

    from tt_print.core.commands import find_command
    from tt_print.errors import MachineError
    from tt_print.export.profiles import MAX_FILE_BYTES, find_profile, parse_profile, read_profiles
    from tt_print.incoming import read_text
    from tt_print.requests.refusal import refusing
    from tt_print.templates import template_text

    with refusing(find_command("export")):
        found = find_profile(like)
    own = read_profiles().files.get(found.name)
    text = read_text(own, MAX_FILE_BYTES, error=MachineError) if own else template_text(f"export/{found.name}.toml")
    head = template_text("new/profile-like.txt").format(name=name, title=title, like=found.name)
    before, bracket, tables = text.partition("\n[")  # keys of the whole file stand before its first table
    before = re.sub(r"(?m)^place *=.*\n|^also *= *\[[^\]]*\].*\n", "", before)
    before = re.sub(r"(?m)^title *=.*$", lambda match: f'title = "{title}"', before, count=1)
    text = f"{head}#\n{before}{bracket}{tables}"
    parse_profile(name, text, f"what would begin as {found.name}")
    return text


SPELLED = {
    ord(letter): plain for letter, plain in {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l"}.items()
}  # fmt: skip


def plain_name(text: str) -> str:
    """The name of a file for what somebody calls their game: `lost-tower`, `maerchenwald`."""
    from unicodedata import normalize

    spelled = text.strip().lower().translate(SPELLED)
    plain = normalize("NFD", spelled).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain))


def _is_known(kind: str, name: str) -> bool:
    """Whether something of the kind has the name, ours or the person's own."""
    from tt_print.export.services import profiles
    from tt_print.requests import listings as of

    known = {"paper": of.papers, "card": of.card_sizes, "stock": of.stocks, "theme": of.themes, "profile": profiles}
    return kind in known and name in known[kind]()


def write_new_file(path: Path, text: str) -> None:
    """Raises InputError where a file is there, MachineError where the machine refuses."""
    from tt_print.disk import write_new
    from tt_print.errors import InputError, MachineError

    try:
        written = write_new(path, text)
    except OSError as error:
        cure = "Make room on that disk, or allow writing there, and type the same again."
        raise MachineError(f"cannot write {path} ({error.strerror or error}). {cure}") from error
    if not written:
        raise InputError(f"{path} is there already, and is left as it is. Choose another name, or open that one.")
