"""PNG files where the library that draws them is missing; what is in one: tests/export/test_pictures.py."""

import sys

import pytest

from tests.commands import tt


def test_without_pypdfium2_pictures_say_so_and_all_else_is_made(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    ran = tt(capsys, "export", "--for", "mpc", "--deck", "west", "--out", tmp_path)
    assert (ran.status, ran.out) == (1, "") and not list(tmp_path.rglob("*.png"))
    assert ran.err.startswith("error: pictures need pypdfium2, which is not installed. Type:  ")
    assert f"{sys.executable} -m pip install pypdfium2" in ran.err
    assert tt(capsys, "deck", "--only", "RH3", "--backs", "duplex", "--svg", "--out", tmp_path).status == 0


@pytest.mark.slow
def test_without_pypdfium2_everything_is_built(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    assert tt(capsys, "build", "--out", tmp_path).status == 0
