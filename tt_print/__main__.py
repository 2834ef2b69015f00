"""`python -m tt_print` is `tt-print`."""

from tt_print.cli import main

if __name__ == "__main__":
    main()
