"""Printed sheets: cards planned in numbers (`plan`) and then drawn (`deck`, `backs`, `marks`), corrected for a printer (`calibration`, `printers`),
score sheets, pages of a deal, and how a booklet is folded (`imposition`).

May import: draw, engine, faces, files, games, page.
"""
