"""`python -m tt_print` is `tt-print`."""

import gc
import sys

# A start or a book makes many objects, none in a circle, and nearly all of them stay: to look for unused ones after every 700
# finds none.
GC_THRESHOLD = 500_000


def main() -> None:
    """The command line; Ctrl-C ends it in the same way while it is still being loaded."""
    gc.set_threshold(GC_THRESHOLD)
    try:
        from tt_print.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        gc.freeze()  # all goes at once now: to look for circles in it first takes an eighth of a short run


if __name__ == "__main__":
    main()
