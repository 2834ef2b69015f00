"""`python -m tt_print` is `tt-print`."""

from __future__ import annotations

import sys


def main() -> None:
    """The command line; Ctrl-C ends it in the same way while it is still being loaded."""
    try:
        from tt_print.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
