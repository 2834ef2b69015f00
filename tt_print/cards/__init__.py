"""What a card looks like: themes, faces, backs, chits, and small pictures of values."""
