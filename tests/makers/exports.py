"""Makes exports by the command line."""

import io
import tempfile
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pikepdf

from tests.commands import type_line
from tests.makers.own_files import bring
from tt_print.core.commands.export import Export
from tt_print.export.job import Job

Files = dict[str, bytes]
# of each service, its usual product first
PRODUCTS = {
    "mpc": "poker standard bridge", "tgc": "poker bridge mini", "printerstudio": "poker standard bridge", "drivethru": "poker",
    "printshop": "standard poker bridge tarot", "silhouette": "standard poker bridge mini", "cricut": "bridge standard poker mini",
    "tuckbox": "standard poker bridge mini", "virtual": "standard poker",
}  # fmt: skip


@cache
def job(profile: str, **choices: Any) -> Job:
    """What an export would hold; nothing is written."""
    return Export(profile, **choices).job("a4")


def as_options(choices: Mapping[str, Any]) -> list[str]:
    """`chits=False, max_px=1024` as `--no-chits --max-px 1024`."""
    words = []
    for name, value in choices.items():
        option = "--" + name.replace("_", "-")
        if isinstance(value, bool):
            words.append(option if value else option.replace("--", "--no-"))
        else:
            words += [option, str(value)]
    return words


def export(profile: str, **choices: Any) -> Files:
    """The files of an export, and its zip, where it has one, as "zip"."""
    with tempfile.TemporaryDirectory() as place:
        ran = type_line("export", "--for", profile, *as_options(choices), "--out", place, "--quiet")
        assert (ran.status, ran.out, ran.err) == (0, "", "")
        (folder,) = (path for path in Path(place, "export").iterdir() if path.is_dir())
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")}
        zipped = [path.read_bytes() for path in folder.parent.glob("*.zip")]
    return dict(sorted(files.items())) | dict.fromkeys(["zip"][: len(zipped)], *zipped)


exported = lru_cache(maxsize=10)(export)  # up to 30 MB each


def bring_profile(text: str, name: str = "corner") -> Path:
    """Writes an export profile of one's own."""
    return bring(f"profiles/{name}.toml", text)


def refusal(*words: object) -> str:
    """The one sentence in which `export` says what is wrong with a command line, before it has written anything."""
    with tempfile.TemporaryDirectory() as place:
        ran = type_line("export", *words, "--out", place)
        assert ran.status == 2 and ran.out == "" and not list(Path(place).iterdir()), ran
    return ran.err


def resaved(data: bytes, change: Callable[[pikepdf.Pdf], object] = lambda pdf: None, **save: Any) -> bytes:
    """A PDF opened, changed and saved by pikepdf."""
    output = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        change(pdf)
        pdf.save(output, **({"object_stream_mode": pikepdf.ObjectStreamMode.disable} | save))
    return output.getvalue()


def without_fonts(pdf: pikepdf.Pdf) -> None:
    for held in pdf.objects:
        if isinstance(held, pikepdf.Dictionary) and held.get("/Type") == "/FontDescriptor":
            del held["/FontFile2"]


def embedded_fonts(pdf: pikepdf.Pdf) -> set[str]:
    """The names of its fonts, each of which must be in the file."""
    described = [
        held for held in pdf.objects if isinstance(held, pikepdf.Dictionary) and held.get("/Type") == "/FontDescriptor"
    ]
    assert all({"/FontFile", "/FontFile2", "/FontFile3"} & set(held.keys()) for held in described)
    return {str(held.FontName) for held in described}
