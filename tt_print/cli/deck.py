"""What `tt-print deck` says about the sheets that it made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.cli.common import back_lines, calibration_notice

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext
    from tt_print.sheets.deck import DeckSheets
    from tt_print.sheets.plan import Plan


def lines(printed: AnswerContext) -> list[str]:
    request, made = printed.request, printed.answer.made
    return [
        *_summary_lines(made, printed.written),
        *calibration_notice(made.choices.profile, request.printer, made.choices.paper),
        *back_lines(made.choices.artwork, made.back_notes),
        *_last(made),
    ]


def _summary_lines(made: DeckSheets, written: list[str]) -> list[str]:
    from tt_print.cards.theme import THEMES
    from tt_print.outputs import index_cap_mm, ink_cover
    from tt_print.sheets.marks import guillotine_stops

    plan, theme, choices = made.plan, made.theme, made.choices
    counts = ", ".join(f"{n} {what if n > 1 else what[:-1]}" for what, n in made.counts.items() if n)
    sheets = f"{len(made.sheets)} sheet{'s' if len(made.sheets) > 1 else ''}"
    lines = [f"Wrote {written[0]}   {sheets} of {plan.count}: {counts}"]
    if choices.only or choices.start_at > 1:
        lines += _slot_map(made)
    if len(written) > 1:
        lines.append(f"      and {len(written) - 1} more, from {written[1]} on")
    lines += _fits(made)
    if choices.cuts != "none":
        lines.append(_cut_line(plan))
        if plan.bleed_mm or choices.margin_mm is not None:
            lines.append(f"  {guillotine_stops(plan)}.")
    cap = index_cap_mm(plan, theme)
    if cap < 7:
        lines.append(
            f"  {plan.card.name} cards are small: corner figures {cap:.1f} mm high, "
            "not the 7 mm that read well in a fan."
        )
    if theme.name not in THEMES:
        return lines
    cover = ink_cover(theme.indices, theme.name)
    if theme.is_flooded:
        usual = ink_cover(theme.indices)
        lines.append(
            f"  Ink cover of a face: about {cover.color:.0f} %. Less: --theme tab ({usual.color:.0f} %), or --ink low with it."
        )
    elif theme.is_low:
        lines.append(f"  Ink cover of a face: about {cover.low:.0f} %, black only.")
    else:
        lines.append(
            f"  Ink cover of a face: about {cover.color:.0f} %. Less: --ink low ({cover.low:.0f} %, black only)."
        )
    return lines


def _cut_line(plan: Plan) -> str:
    """In which order to cut."""
    vertical, horizontal = len(plan.vertical_cuts), len(plan.horizontal_cuts)
    first, total = vertical if plan.vertical_first else horizontal, vertical + horizontal
    return f"  {total} cuts a sheet, numbered in the margin: 1-{first} the long way, then {first + 1}-{total} across."


def _fits(made: DeckSheets) -> list[str]:
    """What bleed, margin and backs on the same side cost in cards a sheet, with the alternatives."""
    from tt_print.sheets.plan import plan_alternatives, plan_sheet

    plan = made.plan
    lines = []
    if plan.origin_mm:
        return [
            f"  On the stock’s own places, {plan.card.width_mm:g} x {plan.card.height_mm:g} mm. Print one sheet on plain paper first, with "
            "--cuts lines, and hold both against the light."
        ]
    upright = plan.paper if plan.paper.height_mm >= plan.paper.width_mm else plan.paper.turned()
    own, *others = plan_alternatives(plan)
    if others:
        listed = "; ".join(f"{choice.words}: {choice.count}" for choice in others)
        lines.append(f"  {plan.paper.title}, {plan.card.name}, {own.words}: {own.count} a sheet; {listed}.")
    if plan.fold:
        whole = plan_sheet(upright, plan.card, plan.bleed_mm, plan.margin_mm).count
        lines.append(
            f"  {plan.count} a sheet, because front and back lie side by side; {whole} with --backs none or duplex."
        )
    if (
        plan.margin_mm < plan.paper.unprintable_mm + 1
        and min(plan.area.left, plan.area.top) < plan.paper.unprintable_mm + 1
    ):
        lines.append("  There is hardly room for cut marks beside the cards; your printer may leave them out.")
    return lines


def _last(made: DeckSheets) -> list[str]:
    """What to do at the printer."""
    backs = made.choices.backs
    edge = f"{backs.flip.upper()} edge"
    ruler = "measure the 50 mm ruler on the first sheet."
    if backs.mode == "duplex":
        return [f"Print at 100% (“Actual size”), both sides, flip on the {edge}, and {ruler}",
                "Backs a little off? Measure your printer once: tt-print calibrate"]  # fmt: skip
    if backs.mode == "separate":
        return [f"Print the fronts at 100% (“Actual size”), one-sided, and {ruler}",
                f"Turn the paper over its {edge}, and print the backs. Wrong order? Add --reverse."]  # fmt: skip
    if backs.mode == "fold":
        return [f"Print at 100% (“Actual size”), one-sided, and {ruler}",
                "Fold along the dashed line with the print outside, glue, and cut when it is dry."]  # fmt: skip
    return ["  Backs: none. Use opaque sleeves, or add --backs fold, duplex or separate.",
            f"Print at 100% (“Actual size”), one-sided, and {ruler}"]  # fmt: skip


def _slot_map(made: DeckSheets) -> list[str]:
    """Which card is where, as the sheet is printed; a dot is an empty slot."""
    lines = []
    per_sheet, columns = made.plan.count, made.plan.columns
    for number, sheet in enumerate(made.sheets, 1):
        codes = [*sheet.codes, *[""] * (per_sheet - len(sheet.codes))]
        width = max(len(code) for code in codes)
        lines.append(f"  Sheet {number}:")
        for start in range(0, per_sheet, columns):
            cells = codes[start : start + columns]
            lines.append("    " + "  ".join((code or "·").ljust(width) for code in cells).rstrip())
    return lines
