"""Files of people and of ours: read through one door with its limits (`data`), written whole or not at all (`disk`), and kept in the
user's own folders (`user_data`).

May import: nothing.
"""
