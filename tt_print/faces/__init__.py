"""What a card looks like: themes, faces, jokers, backs, chits, and small pictures of values.

May import: draw, files, page.
"""

START_THEME = "toppers"  # of the start pages and of first-game sheets
