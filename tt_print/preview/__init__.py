"""What a verb would print, looked at before any ink is spent: pages as facts, as lines of a terminal, and in a browser.

All of it is read from the very bytes that the verb would write (`output.HeldOutput`); nothing here writes a file.
"""
