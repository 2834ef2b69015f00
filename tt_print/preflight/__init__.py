"""What is wrong with a file: `tt-print export --check` for our own exports and for anybody's files.

Files are read by readers that share nothing with the writers in `export/`.
"""
