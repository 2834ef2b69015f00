"""The verbs of `tt-print`, in the order of `tt-print --help`.

Each module holds `command`, the function behind its verb, and imports what it needs inside it, so that a verb never waits
for another's libraries. Beside it may stand `CONTEXT`, click's settings for the verb, and `prepare`, which changes the
words typed after it. A verb with verbs of its own lists them in `SUBVERBS`, each with its module; its `command` is what
the bare verb does. One that stands before another verb names those in `BEFORE`.
"""

VERBS = (
    "build",
    "start",
    "deck",
    "quickref",
    "scoresheet",
    "deal",
    "booklet",
    "judge",
    "rules",
    "verify",
    "score",
    "table",
    "recount",
    "playtest",
    "calibrate",
    "export",
    "preview",
    "site",
    "list",
    "theme",
    "new",
)

# those that write pages or pictures, before which `preview` can stand
PRINTING = ("build", "start", "deck", "quickref", "scoresheet", "deal", "booklet", "calibrate", "export")
