"""PDFs are read in the process of the tests; `test_check` has some read as people have them read, by another process."""

import warnings
from functools import lru_cache

import pytest

from tt_print.export.pdf_reading import SECONDS, read_here


@lru_cache(maxsize=8)
def _facts(data):
    with warnings.catch_warnings():  # as in a process that nobody told to make errors of them
        warnings.simplefilter("ignore")
        return read_here(data)


@pytest.fixture(autouse=True)
def pdfs_are_read_here(monkeypatch):
    monkeypatch.setattr("tt_print.export.expected.read_pdf", lambda data, seconds=SECONDS: _facts(data))
