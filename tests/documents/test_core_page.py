"""docs/core.md lists every request and every field, and its example runs."""

import re

from tests.core.asking import KINDS
from tests.tools.core_page import PAGE, written


def test_the_page_lists_the_requests_as_they_are():
    assert PAGE.read_text(encoding="utf-8") == written(), "python -m tests.tools.core_page writes them anew"


def test_every_kind_of_field_is_on_the_page():
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"`{kind}`" in page for kind in KINDS)


def test_the_example_of_the_page_answers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    *lines, last = code.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(lines), names)
    assert eval(last, names) is True
