"""tt_print: print Triple Topper at true size, read its rules, and play it at a table.

Triple Topper is the work of Brian Ciesicki; this is an independent companion to it.
"""

__version__ = "0.1.0"
