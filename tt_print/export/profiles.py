"""Profiles: what each printer, machine or table wants, read from `templates/export/` and from one's own folder, a file each.

A new profile is a new file there; only a new kind of file needs code.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from tt_print.errors import MachineError, TemplateError, did_you_mean
from tt_print.export.profile_tables import (
    BlockProfile,
    BoxProfile,
    CutterProfile,
    PictureProfile,
    PressProfile,
    Profile,
    ShopProfile,
    TableProfile,
)
from tt_print.incoming import parse_toml, read_text
from tt_print.own import MAX_LETTERS, NAME, file_stamp, own_files
from tt_print.requests.problems import Problem
from tt_print.templates import templates_folder

MAX_FILE_BYTES = 100_000
SHAPES: dict[str, type[Profile]] = {
    "pictures": PictureProfile, "shop": ShopProfile, "press": PressProfile, "cutter": CutterProfile, "cutter-block": BlockProfile,
    "box": BoxProfile, "table": TableProfile,
}  # fmt: skip

P = TypeVar("P", bound=Profile)


class _Profiles(NamedTuple):
    """Those that can be used, in the order in which people should see them, and what is wrong with each other, by name.

    `files` are those of one's own, by name.
    """

    good: tuple[Profile, ...]
    wrong: Mapping[str, TemplateError]
    files: Mapping[str, Path]


@cache
def _our_profiles() -> _Profiles:
    return _read_files(
        {path.stem: path for path in sorted((templates_folder() / "export").glob("*.toml"))}, "templates/export/"
    )


def _read_profiles() -> _Profiles:
    """Ours, and those of one's own folder that have other names; each file is read again when it has changed."""
    return _joined_profiles(tuple((path, *file_stamp(path)) for path in own_files("profiles")))


@lru_cache(maxsize=4)
def _joined_profiles(brought: tuple[tuple[Path, int, int], ...]) -> _Profiles:
    """`brought` are files of one's own, each with its stamp."""
    ours = _our_profiles()
    paths = {path.stem: path for path, *_ in brought}
    taken = {also.lower() for profile in ours.good for also in (profile.name, *profile.also)} | {*ours.wrong}
    wrong = {}
    for name in [name for name in paths if name in taken or not NAME.fullmatch(name) or len(name) > MAX_LETTERS]:
        path = paths.pop(name)
        reason = (
            "There is a built-in profile of that name." if name in taken else f"{name!r} cannot be typed as a name."
        )
        wrong[f"{name} of yours"] = TemplateError(f"{path}: {reason} Call the file otherwise, such as my-shop.toml.")
    own = _read_files(paths)
    good = sorted(own.good, key=lambda profile: (profile.place, profile.name))
    files = {profile.name: paths[profile.name] for profile in good}
    return _Profiles((*ours.good, *good), {**ours.wrong, **wrong, **own.wrong}, files)


def _read_files(paths: Mapping[str, Path], shown_in: str = "") -> _Profiles:
    good: list[Profile] = []
    wrong: dict[str, TemplateError] = {}
    for name, path in paths.items():
        try:
            shown = f"{shown_in}{path.name}" if shown_in else str(path)
            good.append(parse_profile(name, read_text(path, MAX_FILE_BYTES, error=TemplateError), shown))
        except (TemplateError, MachineError) as error:
            wrong[name] = TemplateError(str(error))
    return _Profiles(tuple(sorted(good, key=lambda profile: (profile.place, profile.name))), wrong, {})


def own_profiles() -> Mapping[str, Path]:
    """The file of each profile that is the person's own."""
    return _read_profiles().files


def known_profiles() -> tuple[Profile, ...]:
    """All that can be used, in the order in which people should see them."""
    return _read_profiles().good


def wrong_profiles() -> Mapping[str, TemplateError]:
    """What is wrong with each of the others, by name; they keep nobody from using the rest."""
    return _read_profiles().wrong


def forget_profiles() -> None:
    """Reads them anew from here on, for those who change profiles while they run."""
    for cached in (_our_profiles, _joined_profiles):
        cached.cache_clear()


def parse_profile(name: str, text: str, file: str = "") -> Profile:
    """The profile in TOML `text`. Raises TemplateError that names file and line for what is missing or misspelled.

    `file` is what people know it by; without it, ours of that name.
    """
    document = parse_toml(text, file or f"templates/export/{name}.toml", TemplateError)
    kind = document.data.get("kind")
    if not isinstance(kind, str) or kind not in SHAPES:
        raise document.error(f"kind {kind!r}; there are {', '.join(SHAPES)}.", "kind")
    return document.read(SHAPES[kind]).changed(name=name)


def find_profile(name: str) -> Profile:
    """Raises Problem where `name` is none of all profiles, and TemplateError for a damaged one."""
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted in wrong_profiles():
        raise wrong_profiles()[wanted]
    every = {also.lower(): profile for profile in known_profiles() for also in (profile.name, *profile.also)}
    if wanted in every:
        return every[wanted]
    near = did_you_mean(wanted, every)
    for also, profile in every.items():
        near = near.replace(f" {also}?", f" {profile.name}?")
    raise Problem("unknown", "profile", value=name, near=near, choices=[profile.name for profile in known_profiles()])
