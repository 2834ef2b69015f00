"""What a command would print: pages as facts, as text, and in a browser.

All of it is read from the bytes that the command would write (`output.InMemoryOutput`); nothing here writes a file.
"""
