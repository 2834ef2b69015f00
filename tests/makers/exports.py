"""Makes exports for tests, once each, and breaks them on purpose."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import asdict
from functools import cache, lru_cache
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

from PIL import Image

from tt_print import __version__
from tt_print.export.check import check_files
from tt_print.export.findings import Finding
from tt_print.export.folder import open_zip
from tt_print.export.job import Choices, Facts, Job, make_job
from tt_print.export.make import HOW_TO_NAME, MANIFEST_NAME, Made, make_files
from tt_print.export.origin import read_work, texts_hash
from tt_print.export.profiles import find_profile


def silent(label: str, total: int) -> Any:
    return nullcontext(SimpleNamespace(update=lambda steps: None))


@cache
def job(profile: str, **choices: Any) -> Job:
    return make_job(Choices(profile, **choices))


@lru_cache(maxsize=6)  # up to 60 MB each
def made(profile: str, **choices: Any) -> Made:
    """An export, which the check finds to be as expected."""
    one = job(profile, **choices)
    result = make_files(one, silent)
    assert [str(finding) for finding in check_files(one.profile, one.product, result.files).findings] == []
    if result.archive is not None:
        with open_zip(io.BytesIO(result.archive), "zip") as held:
            assert dict(held) == result.files
    return result


def findings(profile: str, files: Mapping[str, bytes], product: str = "", facts: Facts | None = None) -> list[Finding]:
    """What the check says of files; with facts as their manifest tells them."""
    found = find_profile(profile)
    if facts is not None:
        own = {name: data for name, data in files.items() if name not in (MANIFEST_NAME, HOW_TO_NAME)}
        listed = {name: {"sha256": sha256(data).hexdigest()} for name, data in own.items()}
        origin = {"tt_print": __version__, "texts": texts_hash(found), "work": asdict(read_work())}
        files = own | {MANIFEST_NAME: json.dumps({**origin, "facts": facts.as_json(), "files": listed}).encode()}
    return check_files(found, found.find_product(product), files).findings


def rules(found: list[Finding]) -> set[str]:
    return {finding.rule for finding in found}


def redrawn(png: bytes, change: Callable[[Any], Any], **options: Any) -> bytes:
    """A picture opened, changed and saved anew, its density kept unless `options` say otherwise."""
    with Image.open(io.BytesIO(png)) as image:
        image.load()
        output = io.BytesIO()
        change(image).save(output, **({"format": "PNG", "dpi": (300, 300)} | options))
    return output.getvalue()
