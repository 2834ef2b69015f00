"""Pages of cards for a home printer: planned in numbers first, then drawn."""
