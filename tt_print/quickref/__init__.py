"""Reference cards: a game on a card or two, every statement of which the rules engine can check."""
