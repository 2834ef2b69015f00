"""What somebody may ask for, declared once: a frozen dataclass per command, whose fields say all that surfaces need.

    @dataclass(frozen=True)
    class Deck(Request):
        deck: Annotated[str, Choice(decks)] = "full"
        flip: Annotated[str, Choice(edges), With("backs", "duplex")] = "long"

The kind of a field reads and checks its value; notes say what it goes with, and what else it is called (all in `kinds`). Options and
their completion, `config.toml`, JSON, and forms follow from these (`reading`), with the words in `templates/core/requests.toml`, which are
under the names of the fields.

May import: faces, paper.
"""
