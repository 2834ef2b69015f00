"""Makes exports for tests, once each, and breaks them on purpose."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import cache
from types import SimpleNamespace
from typing import Any

from PIL import Image

from tt_print.export.job import Choices, Facts, Job, make_job
from tt_print.export.make import HOW_TO_NAME, MANIFEST_NAME, Made, make_files
from tt_print.export.profiles import find_profile
from tt_print.preflight.check import check_files, find_check
from tt_print.preflight.findings import Finding
from tt_print.preflight.folder import read_facts, read_zip


def silent(label: str, total: int) -> Any:
    return nullcontext(SimpleNamespace(update=lambda steps: None))


@cache
def job(profile: str, **choices: Any) -> Job:
    return make_job(Choices(profile, **choices))


@cache
def made(profile: str, **choices: Any) -> Made:
    """An export, every file of it read back and found to keep all rules of its profile."""
    one = job(profile, **choices)
    result = make_files(one, silent)
    assert [str(finding) for finding in check_files(one.profile, one.product, result.files).findings] == []
    assert result.archive is None or read_zip(result.archive, "zip") == result.files
    return result


def findings(
    profile: str, files: Mapping[str, bytes], product: str = "", facts: Facts | Mapping[str, Any] | None = None
) -> list[Finding]:
    """What the check of a profile's kind says of files, with facts as a manifest would tell them."""
    found = find_profile(profile)
    if facts is None:
        return check_files(found, found.find_product(product), files).findings
    own = {name: data for name, data in files.items() if name not in (MANIFEST_NAME, HOW_TO_NAME)}
    known = facts if isinstance(facts, Facts) else read_facts(facts)
    return find_check(found)(found, found.find_product(product), own, known)


def rules(found: list[Finding]) -> set[str]:
    return {finding.rule for finding in found}


def redrawn(png: bytes, change: Callable[[Any], Any], **options: Any) -> bytes:
    """A picture opened, changed and saved anew, its density kept unless `options` say otherwise."""
    with Image.open(io.BytesIO(png)) as image:
        image.load()
        output = io.BytesIO()
        change(image).save(output, **({"format": "PNG", "dpi": (300, 300)} | options))
    return output.getvalue()
