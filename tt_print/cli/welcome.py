"""What `tt-print` says when nothing is asked of it, and which one it is."""

from tt_print import __version__

VERSION = f"tt-print {__version__}"
WELCOME = """\
tt-print: print Triple Topper, a card game in three variables by Brian Ciesicki

  tt-print start      four pages to print first: rulers, chits and the 27 cards that three can play with
  tt-print deck       the whole deck on sheets
  tt-print booklet    the rules of each game to print and fold, every example checked
  tt-print scoresheet paper to keep score on; quickref: each game on a card or two
  tt-print deal       a shuffled deal, with what the dealer reads aloud
  tt-print judge      is that legal? with the rule number; rules: what the book says
  tt-print score      a night's score that nothing can lose
  tt-print calibrate  measure your printer: true size, and backs that meet their fronts
  tt-print export     for print shops, print on demand, cutting machines, a box
  tt-print build      everything at once, into output/
  tt-print --help     all commands
"""
