"""Files of people and of ours: where they are kept, what they are called, how they are read, and how they are written whole."""
