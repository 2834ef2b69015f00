"""Profiles by printer, tray and paper, in one readable file in the user's configuration folder."""

from __future__ import annotations

import json
from dataclasses import asdict, fields, replace
from pathlib import Path

from tt_print.disk import write_atomic
from tt_print.drawing.text import TEXT, missing_letters
from tt_print.errors import InputError, MachineError, did_you_mean, join_words
from tt_print.input_files import read_json
from tt_print.paths import config_folder
from tt_print.printer_profile import PrinterProfile
from tt_print.problems import Problem
from tt_print.records import dataclass

FILE_NAME = "printers.json"
VERSION = 1
MAX_FILE_BYTES = 1_000_000  # thousands of printers
MAX_OFFSET_MM, MAX_SKEW_DEG = 50, 10  # what the grids of the test page can show, many times over
MAX_NAME = 60
NO_PRINTER = "none"  # as the name of a printer: without calibration


@dataclass(frozen=True, slots=True)
class PrinterStore:
    """All profiles and the name of the printer that is used when none is named."""

    profiles: tuple[PrinterProfile, ...] = ()
    default: str = ""

    def with_profile(self, profile: PrinterProfile) -> PrinterStore:
        """The store with this profile instead of the one for the same printer, tray and paper.

        The first printer becomes the default.
        """
        key = profile.key
        rest = tuple(p for p in self.profiles if p.key != key)
        profiles = tuple(sorted((*rest, profile), key=lambda p: p.key))
        return replace(self, profiles=profiles, default=self.default or profile.printer)

    def without(self, printer: str) -> PrinterStore:
        """The store without any profile of this printer. Raises InputError when there is none."""
        name = self.find_printer(printer)
        rest = tuple(p for p in self.profiles if p.printer != name)
        default = self.default if self.default != name else (rest[0].printer if rest else "")
        return PrinterStore(rest, default)

    def with_default(self, printer: str) -> PrinterStore:
        return replace(self, default=self.find_printer(printer))

    def find_printer(self, printer: str) -> str:
        """The printer's name as it was stored. Raises InputError that lists the known ones."""
        names = list(dict.fromkeys(p.printer for p in self.profiles))
        for name in names:
            if name.casefold() == printer.strip().casefold():
                return name
        near, known = did_you_mean(printer, names), join_words(names, "and")
        raise Problem(
            "calibration.unknown" if names else "calibration.none_known", value=printer, near=near, known=known
        )

    def find(self, printer: str, paper: str, tray: str = "") -> PrinterProfile:
        """The profile of a printer for a paper; `tray` may be left out where there is but one.

        Raises InputError that says what has been measured.
        """
        name = self.find_printer(printer)
        mine = [p for p in self.profiles if p.printer == name]
        fit = [p for p in mine if p.paper == paper and (not tray or p.tray.casefold() == tray.strip().casefold())]
        if len(fit) == 1:
            return fit[0]
        if fit:
            trays = [p.tray for p in fit]
            raise Problem("calibration.several_trays", "tray", printer=name, paper=paper, trays=trays, first=trays[0])
        have = join_words((f"{p.paper} ({p.tray} tray)" for p in mine), "and")
        wanted = f"{paper} from the {tray} tray" if tray else paper
        raise Problem("calibration.not_measured", "printer", printer=name, wanted=wanted, have=have, paper=paper)


@dataclass(frozen=True, slots=True)
class _StoredPrinters:
    """The file as it is: `PrinterProfile` checks the types, the rest is checked here.

    Raises ValueError for anything that could spoil a print.
    """

    version: int
    default: str
    profiles: tuple[PrinterProfile, ...]

    def __post_init__(self) -> None:
        for profile in self.profiles:
            _check_profile(profile)
        if self.profiles and self.default not in {profile.printer for profile in self.profiles}:
            raise ValueError(f"the default {self.default!r} is not one of its printers.")


def own_store() -> PrinterStore:
    """What is stored for the person at this machine. Raises as `read_store`."""
    return read_store(config_folder())


def read_store(folder: Path) -> PrinterStore:
    """All that is stored; empty when nothing is. Raises InputError for a damaged file, which stays as it is."""
    path = folder / FILE_NAME
    if not path.exists():
        return PrinterStore()
    try:
        document = read_json(path, MAX_FILE_BYTES)
        version = document.data.get("version") if isinstance(document.data, dict) else None
        if not (isinstance(version, int) and version > VERSION):
            stored = document.read(_StoredPrinters)
            return PrinterStore(stored.profiles, stored.default if stored.profiles else "")
    except InputError as error:
        raise Problem("calibration.damaged", error=str(error)) from error
    raise Problem("calibration.newer", path=str(path))


def _check_profile(profile: PrinterProfile) -> None:
    for part in fields(PrinterProfile):
        value = getattr(profile, part.name)
        if "scale" in part.name and not 0.8 <= value <= 1.2:
            raise ValueError(f"{part.name} is {value!r}, but a printer's scale lies near 1.")
        if "offset" in part.name and abs(value) > MAX_OFFSET_MM:
            raise ValueError(f"{part.name} is {value!r}, but no back lies that far off.")
    if abs(profile.skew_deg) > MAX_SKEW_DEG:
        raise ValueError(f"skew_deg is {profile.skew_deg!r}, but no printer turns a sheet that far.")
    if profile.flip not in ("", "long", "short"):
        raise ValueError(f"flip is {profile.flip!r}, not long or short.")
    for what, name in (("printer", profile.printer), ("tray", profile.tray)):
        if not 0 < len(name) <= MAX_NAME or missing_letters(name, TEXT):
            raise ValueError(f"the {what} {name[:MAX_NAME]!r} has no name that can be printed.")


def find_printer_profile(printer: str, tray: str, paper: str) -> PrinterProfile | None:
    """The calibration that a sheet goes through: the named printer's, the default one's, or none.

    Without a name the default printer's counts if it has been measured for the paper. Raises InputError
    for a name or a tray that has not been measured, and for a damaged file.
    """
    if printer.strip().casefold() == NO_PRINTER:
        if tray:
            raise Problem("calibration.tray_of_none", "tray", other="printer")
        return None
    store = own_store()
    if printer:
        return store.find(printer, paper, tray)
    if tray and not store.profiles:
        raise Problem("calibration.tray_of_unknown", "tray", value=tray)
    if not tray and not any(p.printer == store.default and p.paper == paper for p in store.profiles):
        return None
    return store.find(store.default, paper, tray)


def profile_names(printer: str, tray: str) -> tuple[str, str]:
    """Names as they are stored, those of `templates/sheets/calibrate.toml` where none is given. Raises InputError."""
    from tt_print.calibration.tables import calibrate_file

    names = calibrate_file().names
    return (
        check_name(printer or names.printer, "printer", names.max_printer),
        check_name(tray or names.tray, "tray", names.max_tray),
    )


def check_name(name: str, field: str, max_letters: int) -> str:
    """A printer's or tray's name as it is stored: short enough for a sheet's margin, and drawable there."""
    name = " ".join(name.split())
    if unknown := missing_letters(name, TEXT):
        raise Problem("calibration.letters", field, value=name, letters=unknown)
    if not name or len(name) > max_letters or name.casefold() == NO_PRINTER:
        raise Problem("calibration.name", field, value=name, most=max_letters, none=NO_PRINTER)
    return name


def write_store(folder: Path, store: PrinterStore) -> Path:
    """Writes all profiles, beside and then renamed, so that nothing is lost half way."""
    path = folder / FILE_NAME
    data = {"version": VERSION, "default": store.default, "profiles": [asdict(profile) for profile in store.profiles]}
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    try:
        write_atomic(path, text.encode())
    except OSError as error:
        raise MachineError(f"cannot write {path} ({error.strerror or error}). Nothing was saved.") from error
    return path
