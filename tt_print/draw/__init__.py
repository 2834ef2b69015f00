"""Pictures as data, and what writes them.

A `shapes.Drawing` holds frozen shapes in millimeters, origin top left, y down. `geometry` has paths and matrices, `text` and `outlines` letters and
fonts, `artwork` a user's picture. `svg`, `pdf`, `pixels`, and `tagged` write drawings and know nothing else.

May import: files.
"""
