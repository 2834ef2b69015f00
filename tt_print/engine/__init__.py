"""What every game rests on: states and events, house rules, verdicts, notation, stories, random play.

Nothing here knows a game, draws, prints or knows the command line.

May import: files.
"""
