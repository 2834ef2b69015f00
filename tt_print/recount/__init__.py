"""Which cards of a deck are lost: from counts of its piles, pile by pile, or from a list of what is there."""
