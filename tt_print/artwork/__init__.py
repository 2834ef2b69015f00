"""A person's own picture for the backs: read, looked at, and cut to size."""
