"""PNG files as their parts."""

import struct
from collections.abc import Iterator


def chunks(png: bytes) -> Iterator[tuple[str, bytes]]:
    """The parts of a PNG file (PNG specification, 5.3)."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at = 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        yield kind.decode(), png[at + 8 : at + 8 + length]
        at += 12 + length
