"""Printers are a little off; this measures by how much and takes it back.

`page` draws the test page, `readings` makes a `printer_profile` of what a person read off it, and `store` keeps
those by printer and paper.
"""
