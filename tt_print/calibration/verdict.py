"""What two measured lengths mean, in a sentence, and what to do about it."""

from __future__ import annotations

from tt_print.calibration.tables import calibrate_file
from tt_print.records import dataclass

GOOD, OFFER, SMALL, LARGE = "good", "correct", "too small", "too large"


@dataclass(frozen=True, slots=True)
class ScaleVerdict:
    """`across` and `down` are good, correct (a little small), small or large beyond correction; `saved` when both can be used."""

    across: str
    down: str
    lines: tuple[str, ...]

    @property
    def usable(self) -> bool:
        return {self.across, self.down} <= {GOOD, OFFER}

    @property
    def worst(self) -> str:
        return max((self.across, self.down), key=(GOOD, OFFER, SMALL, LARGE).index)


def judge_scale(scale_x: float, scale_y: float, other_paper: str) -> ScaleVerdict:
    """One sentence by axis, then what it comes from. `other_paper` is what the sheet may have been meant for."""
    words = calibrate_file().verdict
    across, down = _judge(scale_x), _judge(scale_y)
    x, y = f"{100 * scale_x:.1f} %", f"{100 * scale_y:.1f} %"
    if across == down and x == y and across != GOOD:
        sentence = words.both.format(what=words.kinds[across], percent=x)
    elif across == down:
        sentence = words.each.format(what=words.kinds[across], across=x, down=y)
    else:
        sentence = words.mixed.format(across=words.kinds[across], x=x, down=words.kinds[down].lower(), y=y)
    lines = [sentence + words.why.get(across if across != GOOD else down, "")]
    for kind in dict.fromkeys((across, down)):
        lines += [line.format(other=other_paper) for line in words.cure.get(kind, ())]
    return ScaleVerdict(across, down, tuple(lines))


def _judge(scale: float) -> str:
    words = calibrate_file().verdict
    percent = round(100 * scale, 3)  # 99.5 measured is 99.5, whatever the division leaves behind
    lower, upper = words.range
    if percent > upper:
        return LARGE
    return GOOD if percent >= lower else OFFER if percent >= words.offer else SMALL
