"""Profiles: what each printer, machine or table wants, read from `templates/export/` and from the user's own folder, a file each.

A new profile is a new file there; only a new kind of file needs code.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tt_print.errors import MachineError, TemplateError, TTPrintError, did_you_mean
from tt_print.export.profile_tables import SHAPES, Profile
from tt_print.files.data import parse_toml, read_text
from tt_print.files.user_data import MAX_LETTERS, NAME, UserTables, file_stamp, user_files
from tt_print.problems import Problem
from tt_print.templates import templates_folder

MAX_FILE_BYTES = 100_000
RENAME = "Call the file otherwise, such as my-shop.toml."


def read_profiles() -> UserTables[Profile]:
    """Ours, and those of the user's folder that have other names, in the order in which people should see them.

    What is wrong with a file keeps nobody from using the rest. Each is read again when it has changed.
    """
    return _read_profiles(tuple((path, *file_stamp(path)) for path in user_files("profiles")))


@lru_cache(maxsize=4)
def _read_profiles(own: tuple[tuple[Path, int, int], ...]) -> UserTables[Profile]:
    """`own` are the user's files, each with its stamp."""
    ours = sorted((templates_folder() / "export").glob("*.toml"))
    found, files, wrong, taken = dict[str, Profile](), dict[str, Path](), dict[Path, TTPrintError](), set[str]()
    for path in [*ours, *(path for path, *_ in own)]:
        name = path.stem
        try:
            if name in taken:
                raise TemplateError(f"{path}: There is a built-in profile of that name. {RENAME}")
            if not NAME.fullmatch(name) or len(name) > MAX_LETTERS:
                raise TemplateError(f"{path}: {name!r} cannot be typed as a name. {RENAME}")
            text = read_text(path, MAX_FILE_BYTES, error=TemplateError)
            found[name] = parse_profile(name, text, "" if path in ours else str(path))
        except (TemplateError, MachineError) as error:
            wrong[path] = TemplateError(str(error))
        else:
            if path not in ours:
                files[name] = path
        if path in ours:
            taken |= {name, *(also.lower() for also in (found[name].also if name in found else ()))}
    order = sorted(found.values(), key=lambda profile: (profile.name in files, profile.place, profile.name))
    return UserTables({profile.name: profile for profile in order}, files, wrong)


def parse_profile(name: str, text: str, file: str = "") -> Profile:
    """The profile in TOML `text`. Raises TemplateError that names file and key for what is missing or misspelled.

    `file` is what people know it by; without it, ours of that name.
    """
    document = parse_toml(text, file or f"templates/export/{name}.toml", TemplateError)
    kind = document.data.get("kind")
    if not isinstance(kind, str) or kind not in SHAPES:
        raise document.error(f"kind {kind!r}; there are {', '.join(SHAPES)}.", "kind")
    return document.read(SHAPES[kind]).changed(name=name)


def find_profile(name: str) -> Profile:
    """Raises Problem where `name` is none of all profiles, and TemplateError for a damaged one."""
    wanted, profiles = name.strip().lower().replace("_", "-").replace(" ", "-"), read_profiles()
    every = {also.lower(): profile for profile in profiles.found.values() for also in (profile.name, *profile.also)}
    if wanted in every:
        return every[wanted]
    for path, error in profiles.wrong.items():
        if path.stem == wanted:
            raise error
    near = did_you_mean(wanted, every)
    for also, profile in every.items():
        near = near.replace(f" {also}?", f" {profile.name}?")
    raise Problem("unknown", "profile", value=name, near=near, choices=[*profiles.found])
