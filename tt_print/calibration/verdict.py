"""What two measured lengths mean, in a sentence, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

from tt_print.templates import read_toml

GOOD, OFFER, SMALL, LARGE = "good", "correct", "too small", "too large"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`across` and `down` are good, correct (a little small), too small or too large; `saved` when both can be used."""

    across: str
    down: str
    lines: tuple[str, ...]

    @property
    def usable(self) -> bool:
        return {self.across, self.down} <= {GOOD, OFFER}

    @property
    def worst(self) -> str:
        return max((self.across, self.down), key=(GOOD, OFFER, SMALL, LARGE).index)


def judge_scale(scale_x: float, scale_y: float, other_paper: str) -> Verdict:
    """One sentence by axis, then what it comes from. `other_paper` is what the sheet may have been meant for."""
    words = read_toml("sheets/calibrate.toml")["verdict"]
    across, down = _judge(scale_x), _judge(scale_y)
    x, y = f"{100 * scale_x:.1f} %", f"{100 * scale_y:.1f} %"
    if across == down and x == y and across != GOOD:
        told = words["both"].format(what=words[across], percent=x)
    elif across == down:
        told = words["each"].format(what=words[across], across=x, down=y)
    else:
        told = words["mixed"].format(across=words[across], x=x, down=words[down].lower(), y=y)
    lines = [told + words["why"].get(across if across != GOOD else down, "")]
    for kind in dict.fromkeys((across, down)):
        lines += [line.format(other=other_paper) for line in words["cure"].get(kind, [])]
    return Verdict(across, down, tuple(lines))


def _judge(scale: float) -> str:
    words = read_toml("sheets/calibrate.toml")["verdict"]
    percent = round(100 * scale, 3)  # 99.5 measured is 99.5, whatever the division leaves behind
    least, most = words["range"]
    if percent > most:
        return LARGE
    return GOOD if percent >= least else OFFER if percent >= words["offer"] else SMALL
