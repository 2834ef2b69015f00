"""The page, in two ways: as a static site with Python in the browser (`build`, `pack`, `page`, `bridge`), and from the live table's server (`serve`,
`app`, `access`, `questions`). Its files are `templates/site/`, which know no rule.

May import: books, core, draw, faces, files, games, paper, play.
"""
