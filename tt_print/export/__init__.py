"""Files for print shops, cutting machines, boxes, and virtual tables: one profile each, read from `templates/export/`.

May import: draw, engine, faces, files, games, page, paper, requests.
"""
