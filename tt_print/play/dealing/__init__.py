"""Deals: a fair order from a secret, the deal that the engine makes of it, codes and printed aids.

May import: engine, games.
"""
