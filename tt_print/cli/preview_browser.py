"""`tt-print preview --browser`: served from memory on this machine until the page is closed, or Ctrl-C."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tt_print.cli.common import echo

if TYPE_CHECKING:
    from tt_print.preview.files import PreviewFile
    from tt_print.preview.words import Asked


def show_in_browser(files: Sequence[PreviewFile], asked: Asked, details: Sequence[str]) -> None:
    from secrets import token_urlsafe

    from tt_print.preview.server import Preview
    from tt_print.preview.words import words

    say = words().browser
    with Preview(files, asked, details, token_urlsafe(16)) as server:
        shows = has_display(os.environ, sys.platform)
        echo((say.opened if shows else say.open).format(address=server.address))
        echo(say.ends)
        if shows:
            import webbrowser
            from threading import Thread

            # one that runs in the terminal is waited for, and would wait for the page
            Thread(target=webbrowser.open_new_tab, args=(server.address,), daemon=True).start()
        server.serve_forever()
    echo(say.closed)


def has_display(environment: Mapping[str, str], system: str) -> bool:
    """Whether a browser would have a window; on a server one for the terminal would take it from us."""
    return system in ("win32", "darwin", "cygwin") or any(
        environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
