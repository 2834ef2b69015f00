"""Small decks for a press or a service: three cards and a chit."""

from dataclasses import replace
from functools import cache
from typing import Any

from tests.makers.exports import Files, job
from tt_print.export.job import Job, make_files

# a blob among them: its page has rich black, paper on it, text in two fonts' worth of letters, and the hint rows
CARDS = ("RC1", "YH2", "KBQ", "chit-color")


@cache
def small_job(profile: str, **special: Any) -> Job:
    """Three cards and a chit."""
    whole = job(profile, **special)
    fronts = {front.code: front for front in whole.fronts}
    return replace(whole, fronts=tuple(fronts[code] for code in CARDS))


def made(wanted: Job) -> Files:
    """The files of a job."""
    return make_files(wanted, lambda label, total: lambda: None)


@cache
def small_files(profile: str, **special: Any) -> Files:
    return made(small_job(profile, **special))


def small_pdf(profile: str, **special: Any) -> bytes:
    (data,) = (data for name, data in small_files(profile, **special).items() if name.endswith(".pdf"))
    return data
