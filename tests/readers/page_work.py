"""What a page asks of a printer: its drawing commands and its colors, read from its operators by pikepdf."""

import io
from dataclasses import dataclass, field

import pikepdf

RGB, OTHER = ("rg", "RG"), ("k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "sh")  # beside gray, g and G


@dataclass
class Work:
    """`commands` has those of a form as often as it is drawn. `colors` are all that are no gray."""

    commands: int = 0
    colors: set[str] = field(default_factory=set)


def read_work(data: bytes) -> list[Work]:
    """One for each page."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        known: dict[tuple[int, int], Work] = {}
        return [_read(page.obj, known) for page in pdf.pages]


def _read(owner: pikepdf.Object, known: dict[tuple[int, int], Work]) -> Work:
    """Of a page or a form."""
    work = Work()
    for figures, operator in pikepdf.parse_content_stream(owner):
        work.commands += 1
        name = str(operator)
        if (name in RGB and len(set(figures)) > 1) or name in OTHER:
            work.colors.add(f"{' '.join(map(str, figures))} {name}")
        elif name == "Do":
            drawn = owner.Resources.XObject[figures[0]]
            if drawn.objgen not in known:
                known[drawn.objgen] = _read(drawn, known) if drawn.Subtype == "/Form" else _picture(drawn)
            work.commands += known[drawn.objgen].commands
            work.colors |= known[drawn.objgen].colors
    return work


def _picture(picture: pikepdf.Object) -> Work:
    space = str(picture.ColorSpace)
    return Work(1, set() if space == "/DeviceGray" else {f"a picture in {space}"})
