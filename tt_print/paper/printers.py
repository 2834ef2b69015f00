"""Measured printers: what is known of each on one paper, the matrices that take it back, and the file `printers.toml` that people may edit."""

from __future__ import annotations

import json
from dataclasses import asdict, astuple, fields
from pathlib import Path

from tt_print.draw.geometry import IDENTITY, Matrix, compose, invert, rotate, shift
from tt_print.draw.text import TEXT, missing_letters
from tt_print.errors import InputError, MachineError, did_you_mean, join_words
from tt_print.files.data import read_toml
from tt_print.files.disk import short_hash, write_atomic
from tt_print.files.user_data import config_folder
from tt_print.problems import Problem
from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class PrinterProfile:
    """How a printer's pages come out, seen as each side of upright paper lies face up, its top away from you.

    `scale_x` and `scale_y`: length on paper over length in the file, 0.968 where 100 mm came out as 96.8.
    The back lies `offset_x_mm` to the right and `offset_y_mm` down of where the front wants it, is turned by
    `skew_deg` clockwise about the page's middle, and is scaled by `back_scale_x`, `back_scale_y` where
    heat or feed make it differ from the front. `flip` is the edge over which the measured sheet turned,
    "" as long as nobody measured the back.
    """

    printer: str
    paper: str
    scale_x: float = 1.0
    scale_y: float = 1.0
    offset_x_mm: float = 0.0
    offset_y_mm: float = 0.0
    skew_deg: float = 0.0
    back_scale_x: float = 1.0
    back_scale_y: float = 1.0
    flip: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What tells one profile from another."""
        return self.printer.casefold(), self.paper

    @property
    def name(self) -> str:
        """`brother, a4`."""
        return f"{self.printer}, {self.paper}"

    @property
    def file_part(self) -> str:
        """`brother-3f2a91`: the figures have their part in it, so that one file name stays one file."""
        safe = "".join(c if c.isalnum() else "-" for c in self.printer).casefold()
        return f"{safe}-{short_hash(repr(astuple(self)), 6)}"


def front_print(profile: PrinterProfile, width_mm: float, height_mm: float) -> Matrix:
    """Where this printer puts a point of a front, upright or on its side: scaled about the page's middle."""
    scale_x, scale_y = profile.scale_x, profile.scale_y
    if width_mm > height_mm:
        scale_x, scale_y = scale_y, scale_x
    return _about_middle((scale_x, 0, 0, scale_y, 0, 0), width_mm, height_mm)


def back_print(profile: PrinterProfile, width_mm: float, height_mm: float, flip: str = "long") -> Matrix:
    """Where it puts a point of a back on upright paper that turns over its long or short edge.

    Over the other edge than the measured one the back's picture goes through the printer the other way
    round, so that the same offset of the paper points the other way.
    """
    sign = 1 if flip == (profile.flip or flip) else -1
    turned = rotate(profile.skew_deg, sign * profile.offset_x_mm, sign * profile.offset_y_mm)
    scaled = (profile.back_scale_x, 0, 0, profile.back_scale_y, 0, 0)
    return _about_middle(compose(turned, scaled), width_mm, height_mm)


def _about_middle(matrix: Matrix, width_mm: float, height_mm: float) -> Matrix:
    middle_x, middle_y = width_mm / 2, height_mm / 2
    return compose(shift(middle_x, middle_y), compose(matrix, shift(-middle_x, -middle_y)))


def front_correction(profile: PrinterProfile | None, width_mm: float, height_mm: float) -> Matrix:
    """What a front must be drawn through to come out right: the inverse of `front_print`."""
    return invert(front_print(profile, width_mm, height_mm)) if profile else IDENTITY


def back_correction(profile: PrinterProfile | None, width_mm: float, height_mm: float, flip: str = "long") -> Matrix:
    """What a back must be drawn through to meet its front: the inverse of `back_print`."""
    return invert(back_print(profile, width_mm, height_mm, flip)) if profile else IDENTITY


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
