"""A file to begin with, of each kind that people bring. It works as it is, and says in itself what to change."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import Answer, Command
from tt_print.export import services
from tt_print.problems import Action, FileName, Said
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Kind, fixed
from tt_print.requests.notes import Bare, With

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tt_print.core.environment import Call

FOLDERS = {
    "paper": "papers", "card": "cards", "stock": "stocks", "theme": "themes", "profile": "profiles", "house": "house",
}  # fmt: skip
KINDS = ("game", *FOLDERS, "config")
KNOWN = {
    "paper": of.papers, "card": of.card_sizes, "stock": of.stocks, "theme": of.themes, "profile": services.profiles,
}  # fmt: skip
USES = {  # the request that uses a new file, and the field that has its name
    "paper": ("deck", "paper"), "card": ("deck", "card"), "stock": ("deck", "stock"), "theme": ("deck", "theme"),
    "profile": ("export", "profile"), "config": ("list", ""),
}  # fmt: skip
SPELLED = {
    ord(letter): plain for letter, plain in {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l"}.items()
}  # fmt: skip


@dataclass(frozen=True)
class New(Command):
    """`like`: the profile whose figures another begins with."""

    kind: Annotated[str, Choice(fixed(*KINDS), metavar="KIND"), Bare()]
    name: Annotated[str, Kind("NAME"), Bare()] = ""
    like: Annotated[str, Choice(services.profiles, str, "PROFILE"), With("kind", "profile")] = ""

    verb = "new"
    shown_by = ("quiet",)
    folder = ""
    is_own = True

    def answer(self, call: Call) -> Answer:
        """The files, none of which may be there. Raises InputError."""
        from tt_print.templates import template_text
        from tt_print.user_data import CONFIG_NAME, MAX_LETTERS, NAME, user_folder

        kind, typed = self.kind, " ".join(self.name.replace('"', "").split())
        is_path = re.search(r"[/\\]", self.name)
        name = plain_name(self.name) if kind == "game" and not is_path else self.name.strip().lower()
        if kind != "config" and not (NAME.fullmatch(name) and len(name) <= MAX_LETTERS):
            code = "unfit" if name else "called"
            raise self.refused(code, "name", value=name, kind=kind, example=plain_name(name) or "my-own")
        if kind == "game":
            paths = [Path(f"{name}.md"), Path(f"{name}.toml")]
        else:
            paths = [user_folder() / CONFIG_NAME if kind == "config" else user_folder(FOLDERS[kind]) / f"{name}.toml"]
        for path in paths:
            if path.exists():
                raise self.refused("there", "name", path=str(path))
        if kind in KNOWN and name in KNOWN[kind]():
            raise self.refused("built_in", "name", value=name, kind=kind)
        title = name.replace("-", " ").capitalize() if kind != "game" or typed == name else typed
        texts = {
            path: _profile_like(self.like, name, title)
            if self.like
            else template_text(f"new/{kind}{path.suffix}").replace("{name}", name).replace("{title}", title)
            for path in paths
        }
        first, *others = (FileName(path) for path in paths)
        text = [Said("new.wrote", file=first), *(Said("new.sheet", file=other) for other in others), Said("new.open")]
        if self.kind == "house":
            text.append(Said("new.use_house", name=name))
        else:
            text += [Said("new.use", use=use) for use in self._uses(name, title, paths)]
        return Answer({}, {str(path): text.encode() for path, text in texts.items()}, text=text)

    def _uses(self, name: str, title: str, paths: Sequence[Path]) -> list[Action]:
        """What can be done with the files as they are."""
        if self.kind == "game":
            book, sheet = map(str, paths)
            night = {"game": "points", "players": ["Ann", "Bo", "Cy"], "called": title}
            made = [Action("booklet", {"game": book}), Action("quickref", {"games": book})]
            return [*made, Action("scoresheet", {"games": sheet}), Action("score start", night)]
        verb, field = USES[self.kind]
        return [Action(verb, {field: name})]


def _profile_like(like: str, name: str, title: str) -> str:
    """The file of another profile, comments and all, under a title of its own and without other names.

    Raises InputError that lists all profiles if there is no such one.
    """
    from tt_print.core.commands.export import Export
    from tt_print.errors import MachineError
    from tt_print.export.profiles import MAX_FILE_BYTES, find_profile, parse_profile, read_profiles
    from tt_print.input_files import read_text
    from tt_print.requests.refusal import refusing
    from tt_print.templates import template_text

    with refusing(Export):
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


def plain_name(text: str) -> str:
    """The name of a file for what somebody calls their game: `lost-tower`, `maerchenwald`."""
    from unicodedata import normalize

    spelled = text.strip().lower().translate(SPELLED)
    plain = normalize("NFD", spelled).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain))
