"""Each renderer turns a `Drawing` into bytes and knows nothing else."""
