"""Measured printers, one profile for each printer and paper, in a file that people may edit: `printers.toml`."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path

from tt_print.drawing.text import TEXT, missing_letters
from tt_print.errors import InputError, MachineError, did_you_mean, join_words
from tt_print.files.data import read_toml
from tt_print.files.disk import write_atomic
from tt_print.files.paths import config_folder
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.sheets.printer_profile import PrinterProfile

FILE_NAME = "printers.toml"
ABOUT = "# Measured printers. If none is named, the first one counts. To forget one, delete its part."
MAX_FILE_BYTES = 1_000_000  # thousands of printers
MAX_OFFSET_MM, MAX_SKEW_DEG = 50, 10  # what the grids of the test page can show, many times over
MAX_NAME, MAX_NEW_NAME = 60, 24  # what is read, and what fits in the margin of a sheet
USUAL_NAME = "printer"  # where none is given
NO_PRINTER = "none"  # as the name of a printer: without calibration


@dataclass(frozen=True, slots=True)
class _StoredPrinters:
    """The file as it is: `PrinterProfile` checks the types, the rest is checked here.

    Raises ValueError for anything that could spoil a print.
    """

    printers: tuple[PrinterProfile, ...] = ()

    def __post_init__(self) -> None:
        for profile in self.printers:
            _check_profile(profile)


def read_printers() -> tuple[PrinterProfile, ...]:
    """What is known of printers, in the order in which they were measured. Raises InputError for a damaged file, which stays as it is."""
    path = config_folder() / FILE_NAME
    if not path.exists():
        return ()
    try:
        return read_toml(path, MAX_FILE_BYTES).read(_StoredPrinters).printers
    except InputError as error:
        raise Problem("calibration.damaged", error=str(error)) from error


def _check_profile(profile: PrinterProfile) -> None:
    for part in fields(PrinterProfile):
        value = getattr(profile, part.name)
        if "scale" in part.name and not 0.8 <= value <= 1.2:
            raise ValueError(f"{part.name} is {value!r}, but a printer's scale lies near 1.")
        if "offset" in part.name and not abs(value) <= MAX_OFFSET_MM:
            raise ValueError(f"{part.name} is {value!r}, but no back lies that far off.")
    if not abs(profile.skew_deg) <= MAX_SKEW_DEG:
        raise ValueError(f"skew_deg is {profile.skew_deg!r}, but no printer turns a sheet that far.")
    if profile.flip not in ("", "long", "short"):
        raise ValueError(f"flip is {profile.flip!r}, not long or short.")
    if not 0 < len(profile.printer) <= MAX_NAME or missing_letters(profile.printer, TEXT):
        raise ValueError(f"the printer {profile.printer[:MAX_NAME]!r} has no name that can be printed.")


def usual_printer() -> str:
    """The printer that counts if none is named: the one that was measured first; "" for none."""
    return next((profile.printer for profile in read_printers()), "")


def find_printer(printer: str) -> str:
    """The printer's name as it was stored. Raises InputError that lists the known ones."""
    names = list(dict.fromkeys(profile.printer for profile in read_printers()))
    for name in names:
        if name.casefold() == printer.strip().casefold():
            return name
    near, known = did_you_mean(printer, names), join_words(names, "and")
    raise Problem("calibration.unknown" if names else "calibration.none_known", value=printer, near=near, known=known)


def find_printer_profile(printer: str, paper: str) -> PrinterProfile | None:
    """The calibration that a sheet goes through: the named printer's, the usual one's, or none.

    Without a name the usual printer's counts if it has been measured for the paper. Raises InputError
    for a named one that has not been measured, and for a damaged file.
    """
    if printer.strip().casefold() == NO_PRINTER:
        return None
    name = find_printer(printer) if printer else usual_printer()
    mine = [profile for profile in read_printers() if profile.printer == name]
    found = next((profile for profile in mine if profile.paper == paper), None)
    if printer and found is None:
        have = join_words((profile.paper for profile in mine), "and")
        raise Problem("calibration.not_measured", "printer", printer=name, paper=paper, have=have)
    return found


def check_name(name: str) -> str:
    """A printer's name as it is stored: short enough for a sheet's margin, and drawable there. Raises InputError."""
    name = " ".join(name.split())
    if unknown := missing_letters(name, TEXT):
        raise Problem("calibration.letters", "printer", value=name, letters=unknown)
    if not name or len(name) > MAX_NEW_NAME or name.casefold() == NO_PRINTER:
        raise Problem("calibration.name", "printer", value=name, most=MAX_NEW_NAME, none=NO_PRINTER)
    return name


def keep_profile(profile: PrinterProfile) -> Path:
    """Writes the profile instead of the one for the same printer and paper, and gives the file.

    It is written beside its place and then renamed, so that nothing is lost half way.
    """
    path = config_folder() / FILE_NAME
    known = [profile if each.key == profile.key else each for each in read_printers()]
    if profile not in known:
        known.append(profile)
    # in a text of TOML the same letters are escaped as in one of JSON
    parts = [
        "\n".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in asdict(each).items())
        for each in known
    ]
    text = "\n\n".join([ABOUT, *(f"[[printers]]\n{part}" for part in parts)]) + "\n"
    try:
        write_atomic(path, text.encode())
    except OSError as error:
        raise MachineError(f"cannot write {path} ({error.strerror or error}). Nothing was saved.") from error
    return path
