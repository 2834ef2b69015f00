"""Rule books: a text is read into blocks (`reader`, `text`), its examples are judged (`examples`), and pages are set from both (`pages`, `make`).
Also the Full rules, reference cards, puzzles, and the start page.

May import: draw, engine, faces, files, games, page, paper.
"""
