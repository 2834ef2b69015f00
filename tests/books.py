"""Rule books for the tests, each set once a process."""

from functools import cache

from tt_print.booklets import make


@cache
def _kept(game, choices):
    return make.make_booklet(game, choices)


def make_booklet(game, choices):
    """As `tt_print.booklets.make.make_booklet`; a book without house rules is set once and kept."""
    return make.make_booklet(game, choices) if choices.house is not None else _kept(game, choices)
