"""Small convolutional networks in numpy: one finds corners and middles of cards, two read what is in a corner or a middle.

Arrays are (pictures, rows, columns, channels), 32-bit floats. The weights come from
`tests/tools/photos/train.py`, which learns them from made photos; batch normalization is folded into them.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tt_print.templates import template_path

Array = NDArray[np.float32]
BAND_ROWS, BATCH = 64, 32  # rows of an output, and patches, at a time, which bounds the memory
WEIGHTS = "scan/weights.npz"


@cache
def read_weights() -> dict[str, Array]:
    """All weights by their names, `find.1.w` and so on; they are stored with half the bits."""
    with np.load(template_path(WEIGHTS)) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def find_in(pixels: Array) -> Array:
    """What the first network says of a picture: (rows / 4, columns / 4, 12), six channels for corners and six for middles.

    They are: logit that one is centered here; cosine and sine of the direction to its top (x to the right, y down);
    logarithm of its size over the usual one; offset of its center from the cell's, in cells.
    """
    x = pixels[None]
    for layer, (stride, dilation) in enumerate(((2, 1), (2, 1), (1, 1), (1, 2), (1, 4), (1, 1)), 1):
        y = np.maximum(_convolve(x, f"find.{layer}", stride, dilation), 0)
        x = x + y if layer > 3 else y
    return _dense(x[0], "find.head")


def read_patches(patches: Array, kind: str) -> Array:
    """What the network of a kind, `corner` or `middle`, says of upright patches (n, rows, columns, 3): (n, 17) logits.

    Six of the number (1 2 3 4 ? and joker), five of the shape (C H T S B), five of the color (R Y G B K), and one that
    this is part of a card of ours at all.
    """
    read = [_read(patches[first : first + BATCH], kind) for first in range(0, len(patches), BATCH)]
    return np.concatenate(read) if read else np.zeros((0, 17), np.float32)


def _read(patches: Array, kind: str) -> Array:
    x = patches
    for layer in range(1, 5):
        x = np.maximum(_convolve(x, f"{kind}.{layer}"), 0)
        if layer < 4:
            count, rows, columns, channels = x.shape
            x = x.reshape(count, rows // 2, 2, columns // 2, 2, channels).max((2, 4))
    return _dense(np.maximum(_dense(x.reshape(len(x), -1), f"{kind}.dense"), 0), f"{kind}.head")


def _dense(x: Array, name: str) -> Array:
    weights = read_weights()
    return x @ weights[f"{name}.w"] + weights[f"{name}.b"]


def _convolve(x: Array, name: str, stride: int = 1, dilation: int = 1) -> Array:
    """A 3 x 3 convolution with zeros around the picture; weights are (9 * channels, outputs), row by row of the window."""
    weights, bias = read_weights()[f"{name}.w"], read_weights()[f"{name}.b"]
    rows, columns = (-(-side // stride) for side in x.shape[1:3])
    frame = (dilation, dilation + stride)
    framed = np.pad(x, ((0, 0), frame, frame, (0, 0)))
    out = np.empty((len(x), rows, columns, weights.shape[1]), np.float32)
    for top in range(0, rows, BAND_ROWS):
        band = min(BAND_ROWS, rows - top)
        down, across = slice(top * stride, (top + band) * stride, stride), slice(0, columns * stride, stride)
        windows = [
            framed[:, _move(down, a), _move(across, b)]
            for a in range(0, 3 * dilation, dilation)
            for b in range(0, 3 * dilation, dilation)
        ]
        out[:, top : top + band] = np.concatenate(windows, axis=-1) @ weights + bias
    return out


def _move(part: slice, by: int) -> slice:
    return slice(part.start + by, part.stop + by, part.step)
