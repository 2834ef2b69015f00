"""Nights at the table: every entry kept, everything else computed from the entries by the rules engine.

    >>> from tt_print.play.score.store import FileBook
    >>> from tt_print.play.score.night import read_nights
    >>> nights = read_nights(FileBook(path).events())

An entry is an event and is never changed; undoing and editing are also events. Totals are never stored.
Nothing here prints, asks the clock, or knows who sits at the keyboard: the command line says so.

May import: engine, files, games.
"""
