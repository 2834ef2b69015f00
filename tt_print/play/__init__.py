"""What is done at a table: `dealing`, `score`, `playtest`, and `scan`. None of the four knows another."""
