"""A picture as terminals take it that show real ones."""

from __future__ import annotations

from base64 import b64encode

PART = 4096  # letters of base64 in one escape of kitty's, which takes no more
KITTY_CLEAR = "\x1b_Ga=d,d=A,q=2\x1b\\"


def kitty(png: bytes, columns: int, lines: int) -> str:
    """kitty's graphics protocol: shown where the cursor stands, stretched to so many cells, and no answer wanted."""
    text = b64encode(png).decode()
    parts = [text[start : start + PART] for start in range(0, len(text), PART)]
    escapes = []
    for number, part in enumerate(parts):
        more = int(number + 1 < len(parts))
        keys = f"a=T,f=100,q=2,C=1,c={columns},r={lines},m={more}" if number == 0 else f"q=2,m={more}"
        escapes.append(f"\x1b_G{keys};{part}\x1b\\")
    return "".join(escapes)


def iterm(png: bytes, columns: int, lines: int) -> str:
    """iTerm2's inline images."""
    keys = f"inline=1;size={len(png)};width={columns};height={lines};preserveAspectRatio=0"
    return f"\x1b]1337;File={keys}:{b64encode(png).decode()}\x07"
