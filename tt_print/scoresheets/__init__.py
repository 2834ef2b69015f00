"""Score sheets: what each game writes down, with its numbers taken from the rules engine."""
