"""Reads cards in photos by the corners of their faces. The only package that needs numpy; nothing else imports it early.

May import: draw.
"""

import os

# the networks are so small that several threads wait for each other longer than they compute; numpy reads this when it is loaded
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
