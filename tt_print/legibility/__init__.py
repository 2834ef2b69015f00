"""How well faces can be read: measured on what is drawn, with limits and words for each."""
