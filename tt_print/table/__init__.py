"""`tt-print table`: one host's machine, every phone sees the night's score live."""
