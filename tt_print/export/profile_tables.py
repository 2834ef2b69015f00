"""What a profile says: what all of them have, and for each kind of files a class with the tables of its own.

Lengths are in millimeters. A ValueError that a class raises is reported with its table.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_letters, digits

from tt_print.cards.theme import DEFAULT_THEME, THEMES
from tt_print.errors import TemplateError, did_you_mean, join_words
from tt_print.export.products import MillimeterProduct, PixelProduct, Product
from tt_print.problems import Problem
from tt_print.templates import TemplateTable


class Profile(TemplateTable):
    """`kind` names the writer, `suits` is a sentence about its users, `place` where it is among the others, `theme`
    how the faces look if nobody says, and `product` what it makes if nobody does. `how_to` are the lines that go with the
    files, and `steps` those that go with some of them, by the names that the writer has for them. No file may be larger than `max_file_bytes`.

    What a kind of files wants beyond that is in the class for that kind.
    """

    name: str = ""
    title: str
    also: tuple[str, ...] = ()
    place: int = 1000  # one's own come last
    suits: str
    kind: str
    product: str
    how_to: tuple[str, ...]
    steps: Mapping[str, str] = {}
    products: Mapping[str, Product]
    theme: str = DEFAULT_THEME
    max_file_bytes: int | None = None

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise ValueError(f"theme = {self.theme!r}: there are {join_words(THEMES, 'and')}.")
        if self.product not in self.products:
            raise ValueError(f"product = {self.product!r} is not among its products.")
        if odd := sorted({*self.steps} ^ {*self.step_names()}):
            raise ValueError(
                f"steps has {odd[0]} missing or too many; there are {join_words(self.step_names(), 'and')}."
            )

    def step_names(self) -> tuple[str, ...]:
        """The steps that its kind of files may have."""
        return ()

    def fill(self, where: str, line: str, words: Mapping[str, object]) -> str:
        """A line for people with its braces filled in. Raises TemplateError for braces that name nothing."""
        try:
            return line.format_map(words)
        except (LookupError, ValueError, AttributeError, TypeError) as error:
            named = ", ".join(f"{{{name}}}" for name in words)
            raise TemplateError(
                f"templates/export/{self.name}.toml: {where} has braces that name nothing ({error}). There are {named}."
            ) from None

    def step(self, name: str, **words: object) -> str:
        return self.fill(f"steps.{name}", self.steps[name], words)

    def densities(self, product: Product) -> tuple[int, ...]:
        """All dpi at which it takes a product; empty where nothing becomes pixels, or they alone count."""
        return ()

    def find_product(self, name: str = "") -> Product:
        """Raises Problem for one that this profile does not offer."""
        wanted = name.strip().lower() or self.product
        if wanted in self.products:
            return self.products[wanted]
        offered = join_words((f"{key} ({product.title})" for key, product in self.products.items()), "and")
        near = did_you_mean(wanted, self.products)
        raise Problem(
            "not_offered", "product", profile=self.name, value=name, near=near, offered=offered, usual=self.product
        )


class PixelProfile(Profile):
    """One whose cards become pixels. `dpi` are the densities that it takes, `dpi_words` says why there are no others.

    Without `dpi` it takes each product at that product's own.
    """

    dpi: tuple[int, ...] = ()
    dpi_words: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(set(self.dpi)) < len(self.dpi):
            raise ValueError("dpi names a density twice.")
        for product in self.products.values():
            if product.dpi not in self.densities(product):
                raise ValueError(f"dpi is without {product.dpi}, for which {product.name} has its figures.")
            for dpi in self.dpi:
                try:
                    product.at(dpi)
                except ValueError as error:
                    raise ValueError(f"dpi has {dpi}, at which {product.name} cannot be: {error}") from None

    def densities(self, product: Product) -> tuple[int, ...]:
        return self.dpi or (product.dpi,)

    def sized(self, product: Product, dpi: int | None) -> Product:
        """The product in pixels of this density, or without one of its own. Raises Problem for one that is not taken."""
        if dpi in (None, product.dpi):
            return product
        offered = self.densities(product)
        if dpi in offered:
            return product.at(dpi)
        raise Problem(
            "not_offered" if len(offered) > 1 else "only", "dpi", profile=self.name, value=dpi, words=f" {self.dpi_words}".rstrip(),
            offered=join_words(map(str, offered), "and"), example=offered[len(offered) > 1],
        )  # fmt: skip


class OrderFile(TemplateTable):
    """An order for a program that fills in the service's pages, for the one `product` that it orders there.

    An order holds `max_cards` at most and costs what its bracket does, the smallest of `brackets` that holds it. `stocks`
    are those of the service by the short name that people type, the usual one first. `how_to`
    are the steps, `elsewhere` is in their place for another product.
    """

    product: str
    max_cards: int
    brackets: tuple[int, ...]
    stocks: dict[str, str]
    how_to: tuple[str, ...]
    elsewhere: str = ""

    def __post_init__(self) -> None:
        if not self.stocks:
            raise ValueError('stocks names at least one, as in: s30 = "(S30) Standard Smooth"')
        if not self.brackets or self.max_cards < 1 or max(self.brackets) < self.max_cards:
            raise ValueError("the largest of brackets holds max_cards, which is 1 or more.")

    def bracket(self, cards: int) -> int:
        return min(bracket for bracket in self.brackets if bracket >= cards)


class PictureProfile(PixelProfile):
    """`order` is None where no program fills in the service's pages."""

    products: Mapping[str, PixelProduct]
    order: OrderFile | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.order is not None and self.order.product not in self.products:
            raise ValueError(f"order.product = {self.order.product!r} is not among its products.")


class PressSettings(TemplateTable):
    """`archive` is the level of PDF/A that the file claims too, or empty; `version` the newest PDF that is allowed.

    `condition` is what the inks are meant for, by its name in the registry and in words; `icc` is a file of
    `templates/icc/`, empty where the registry is enough. `max_total_ink` is the percent of all inks together.
    """

    standard: str
    archive: str
    version: tuple[int, int]
    overprints: bool
    condition: str
    condition_info: str
    icc: str
    max_total_ink: float
    min_image_dpi: int

    def __post_init__(self) -> None:
        if not set(self.icc) <= {*ascii_letters, *digits, *"-_."} or ".." in self.icc:
            raise ValueError(f"icc = {self.icc!r} is no name of a file in templates/icc/.")


class CutLine(TemplateTable):
    """The spot ink that tells a cutter where to go; the how-to says `words` of it, or `without` it what else does."""

    words: str
    without: str
    name: str
    rgb: str
    cmyk: tuple[float, float, float, float]
    width_mm: float


class PressProfile(Profile):
    """`orders` are those of the pages by name, in words, the usual one first. Without a `cut_line` it wants none in the file."""

    products: Mapping[str, MillimeterProduct]
    press: PressSettings
    orders: dict[str, str]
    cut_line: CutLine | None = None


class Marks(TemplateTable):
    """Registration marks: angles with arms of `line` by `min_arm` to `max_arm`, one of them perhaps a `square`.

    `inset` is from the paper's edge to a mark's outer corner; nothing is printed within `clear` of one. `types` are
    the machine's words for so many marks. `words` are below the cards, beside a ruler.
    """

    inset: float
    max_arm: float
    min_arm: float
    line: float
    square: float
    clear: float
    papers: tuple[str, ...]
    types: dict[str, str]
    words: str
    text_size: float
    ruler_mm: float


class CutterProfile(Profile):
    products: Mapping[str, MillimeterProduct]
    marks: Marks


class BlockProfile(PixelProfile):
    """The largest block, and the gap between two cards where it costs no card."""

    products: Mapping[str, MillimeterProduct]
    block_mm: tuple[float, float]
    gap_mm: float


class BoxMeasures(TemplateTable):
    """See `templates/export/tuckbox.toml`; `play` is across, upright and through the stack."""

    glue: float
    tongue: float
    tongue_radius: float
    dust: float
    bevel: float
    slack: float
    bottom_short: float
    notch_radius: float
    board: float
    play: tuple[float, float, float]
    margin: float
    bleed: float


class Stock(TemplateTable):
    """Thickness of a card; `backed_mm` is that of an old card behind it in its sleeve."""

    mm: float
    title: str
    backed_mm: float = 0.0


class DividerWords(TemplateTable):
    """`color` is the deck's color that floods it, `tokens` are the cards in its picture."""

    tab: str
    title: str
    text: str
    color: str
    tokens: tuple[str, ...]


class Dividers(TemplateTable):
    """`tab_part` is that of the width; `wider` is than a card; `size` and `pitch` are of the lines of text. `words` are by the deck that is in front."""

    tab_height: float
    tab_part: float
    wider: float
    corner: float
    size: float
    pitch: float
    words: Mapping[str, DividerWords]


class FrontLayout(TemplateTable):
    """Heights of capitals and the space between rows; `least_part` of them is left where minutes are shown. The title has a color of the deck,
    and is `title_wider` than the other lines may be.
    """

    title_cap: float
    title_color: str
    title_wider: float
    title_gap: float
    figure_cap: float
    word_cap: float
    least_part: float
    credit_cap: float
    foot_gap: float
    name_cap: float = 4.4


class BehindLayout(TemplateTable):
    """What is behind: of the text of an extra `card` the games that the deck plays.

    `size` is the em; lines are `pitch` apart, or less, to `min_pitch`. A `mark` is drawn where there is so much room.
    """

    card: str
    title_cap: float
    size: float
    pitch: float
    min_pitch: float
    gap: float
    mark: float


class SideLayout(TemplateTable):
    """Of sides and lid. Tokens and marks lower than `min_token` are left out."""

    title_cap: float
    token: float
    min_token: float
    fact_cap: float
    gap: float
    lid_mark: float


class BoxTexts(TemplateTable):
    """`ground` is what floods the box (`templates/toppers/grounds.toml`), `scene` the picture on its front.

    By deck: `facts`, `games_titles`, and `games`, without which the deck plays all of them.
    """

    title: tuple[str, ...]
    ground: str
    scene: str
    cards_noun: str
    minutes_noun: str
    game_time: str
    round_time: str
    facts: Mapping[str, tuple[tuple[str, str], ...]]
    games_titles: dict[str, str]
    games: Mapping[str, tuple[str, ...]]
    one_line: str
    credit: str
    cards: str
    glue: str


class BoxProfile(Profile):
    """`larger` names the paper to buy where one sheet is too small; `sleeve_mm` is how much a sleeve is wider, higher and thicker."""

    products: Mapping[str, MillimeterProduct]
    box: BoxMeasures
    larger: dict[str, str]
    stocks: dict[str, Stock]
    sleeve_mm: tuple[float, float, float]
    dividers: Dividers
    front: FrontLayout
    behind: BehindLayout
    side: SideLayout
    words: BoxTexts

    def step_names(self) -> tuple[str, ...]:
        """For a box in one piece, in two, and in two where larger paper would hold it in one; for seams and dividers."""
        return "one_sheet", "two_sheets", "larger", "seams", "dividers"


class TableSettings(TemplateTable):
    """`max_px` is a sheet's longest side unless another is asked for, from `min_side_px` to `max_side_px`."""

    columns: int
    rows: int
    max_faces: int
    max_px: int
    min_side_px: int
    max_side_px: int


class TableProfile(Profile):
    products: Mapping[str, MillimeterProduct]
    table: TableSettings

    def step_names(self) -> tuple[str, ...]:
        """For one sheet or more, and for a saved deck."""
        sheets = [f"{name}_{what}" for what in ("sheets_words", "decks", "shuffle") for name in ("one", "more")]
        return (*sheets, "saved_with", "saved_without")


SHAPES: Mapping[str, type[Profile]] = {
    "pictures": PictureProfile, "press": PressProfile, "cutter": CutterProfile, "cutter-block": BlockProfile,
    "box": BoxProfile, "table": TableProfile,
}  # fmt: skip
