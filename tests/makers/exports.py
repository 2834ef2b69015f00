"""Makes exports by the command line and has them checked; and breaks their files on purpose."""

import hashlib
import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image

from tests.commands import type_line
from tests.makers.own_files import bring
from tt_print.export.job import Choices, Job, make_job

Files = dict[str, bytes]
# of each service, its usual product first
PRODUCTS = {
    "mpc": "poker standard bridge", "tgc": "poker bridge mini", "printerstudio": "poker standard bridge", "drivethru": "poker",
    "printshop": "standard poker bridge tarot", "silhouette": "standard poker bridge mini", "cricut": "bridge standard poker mini",
    "tuckbox": "standard poker bridge mini", "virtual": "standard poker",
}  # fmt: skip


@cache
def job(profile: str, **choices: Any) -> Job:
    """What an export would hold; nothing is drawn."""
    return make_job(Choices(profile, **choices))


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


def check(profile: str, files: Mapping[str, bytes], *options: str) -> list[dict[str, str]]:
    """What `export --check` says of a folder with these files: rule, where, expected, got."""
    with tempfile.TemporaryDirectory() as place:
        for name, data in files.items():
            path = Path(place, "files", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        ran = type_line("export", "--check", Path(place, "files"), "--for", profile, *options, "--json")
    found: list[dict[str, str]] = json.loads(ran.out)["findings"]
    assert ran.status == bool(found), ran.err
    return found


def rules(found: list[dict[str, str]]) -> set[str]:
    return {finding["rule"] for finding in found}


def unsigned(files: Mapping[str, bytes]) -> Files:
    """The files as somebody else would hand them on: without our manifest, steps, and zip."""
    return {name: data for name, data in files.items() if name not in ("manifest.json", "HOW-TO.txt", "zip")}


def changed(files: Mapping[str, bytes], changes: Mapping[str, bytes | None], **facts: Any) -> Files:
    """The files with some replaced, added, or taken away (None), in a manifest that knows of it and says those facts."""
    held = {name: data for name, data in {**unsigned(files), **changes}.items() if data is not None}
    manifest = json.loads(files["manifest.json"])
    manifest["facts"] |= facts
    manifest["files"] = {name: {"sha256": hashlib.sha256(data).hexdigest()} for name, data in held.items()}
    return held | {"manifest.json": json.dumps(manifest).encode()}


def bring_profile(text: str, name: str = "corner") -> Path:
    """Writes an export profile of one's own."""
    return bring(f"profiles/{name}.toml", text)


def refusal(*words: object) -> str:
    """The one sentence in which `export` says what is wrong with a command line, before it has written anything."""
    with tempfile.TemporaryDirectory() as place:
        ran = type_line("export", *words, *([] if "--check" in words else ["--out", place]))
        assert ran.status == 2 and ran.out == "" and not list(Path(place).iterdir()), ran
    return ran.err


# Ways to change a file


def redrawn(png: bytes, change: Callable[[Any], Any] = lambda image: image, **options: Any) -> bytes:
    """A picture opened, changed and saved anew, its density kept unless `options` say otherwise."""
    with Image.open(io.BytesIO(png)) as image:
        image.load()
        output = io.BytesIO()
        change(image).save(output, **({"format": "PNG", "dpi": (300, 300), "compress_level": 1} | options))
        return output.getvalue()


def smaller(png: bytes) -> bytes:
    """A column of pixels is missing."""
    return redrawn(png, lambda image: image.crop((0, 0, image.width - 1, image.height)))


def resaved(data: bytes, change: Callable[[pikepdf.Pdf], object] = lambda pdf: None, **save: Any) -> bytes:
    """A PDF opened, changed and saved by pikepdf."""
    output = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        change(pdf)
        pdf.save(output, **({"object_stream_mode": pikepdf.ObjectStreamMode.disable} | save))
    return output.getvalue()


def without_last_page(data: bytes) -> bytes:
    return resaved(data, lambda pdf: pdf.pages.__delitem__(-1))


def zipped(files: Iterable[tuple[str, bytes]], compression: int = zipfile.ZIP_STORED) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", compression) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return output.getvalue()


def wider_page(data: bytes) -> bytes:
    def change(pdf: pikepdf.Pdf) -> None:
        left, bottom, right, top = (float(v) for v in pdf.pages[0].mediabox)
        pdf.pages[0].mediabox = [left, bottom, right + 1, top]  # type: ignore[assignment]

    return resaved(data, change)


def without_fonts(pdf: pikepdf.Pdf) -> None:
    for held in pdf.objects:
        if isinstance(held, pikepdf.Dictionary) and held.get("/Type") == "/FontDescriptor":
            del held["/FontFile2"]
