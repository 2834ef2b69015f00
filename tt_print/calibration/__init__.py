"""Printers are a little off; this measures by how much and takes it back.

`page` draws the test page, `readings` understands what a person read off it, `solve` turns readings
into a `printer_profile`, and `store` keeps those by printer and paper.
"""
