"""What a card looks like: themes, faces, backs, chits, and small pictures of values."""

START_THEME = "toppers"  # of the start pages and of first-game sheets
