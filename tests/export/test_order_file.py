"""Orders for the program that fills in a print service's pages: read as that program reads them, and each fault told."""

import pytest
from lxml import etree
from PIL import Image

from tests.commands import tt
from tests.exporting import findings, job, made, rules
from tt_print.deck import DECKS, print_order
from tt_print.errors import InputError
from tt_print.export.job import Choices, make_job
from tt_print.export.make import how_to_lines
from tt_print.export.order_file import write_orders
from tt_print.export.pictures import planned_files
from tt_print.export.profiles import find_profile
from tt_print.preflight.order_file import check_orders, read_order

# What desktop-tool/src/order.py and src/constants.py of chilli-axe/mpc-autofill take, as a schema: stocks by their long
# names, at most 612 cards, places with commas, a picture's name with its ending.
SCHEMA = etree.XMLSchema(etree.fromstring(b"""
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
 <xs:simpleType name="places"><xs:restriction base="xs:string"><xs:pattern value="[0-9]+(,[0-9]+)*"/></xs:restriction></xs:simpleType>
 <xs:simpleType name="file"><xs:restriction base="xs:string"><xs:pattern value="[^:*?&lt;&gt;|]+\\.png"/></xs:restriction></xs:simpleType>
 <xs:complexType name="side"><xs:sequence><xs:element name="card" maxOccurs="unbounded"><xs:complexType><xs:sequence>
   <xs:element name="id" type="file"/><xs:element name="slots" type="places"/><xs:element name="name" type="file"/>
  </xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType>
 <xs:element name="order"><xs:complexType><xs:sequence>
  <xs:element name="details"><xs:complexType><xs:sequence>
   <xs:element name="quantity"><xs:simpleType><xs:restriction base="xs:positiveInteger"><xs:maxInclusive value="612"/></xs:restriction></xs:simpleType></xs:element>
   <xs:element name="bracket" type="xs:positiveInteger"/>
   <xs:element name="stock"><xs:simpleType><xs:restriction base="xs:string">
    <xs:enumeration value="(S27) Smooth"/><xs:enumeration value="(S30) Standard Smooth"/><xs:enumeration value="(S33) Superior Smooth"/>
    <xs:enumeration value="(M31) Linen"/><xs:enumeration value="(P10) Plastic"/>
   </xs:restriction></xs:simpleType></xs:element>
   <xs:element name="foil" type="xs:boolean"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="fronts" type="side"/><xs:element name="backs" type="side"/><xs:element name="cardback" type="file"/>
 </xs:sequence></xs:complexType></xs:element>
</xs:schema>"""))  # fmt: skip
ORDER = find_profile("mpc").order


def places(data, side):
    """Each place of a side with its picture, as the program puts them together."""
    return {
        int(slot): card.findtext("id")
        for card in etree.fromstring(data).iterfind(f"{side}/card")
        for slot in card.findtext("slots").split(",")
    }


NAMES = [f"fronts/{number:03}-{card.safe_code}.png" for number, card in enumerate(print_order(DECKS["west"]), 1)]
BACK = "back/back.png"


def order_of(names=NAMES, stock=None):
    return write_orders(ORDER, names, BACK, stock)


def test_an_order_names_every_picture_in_its_place_and_the_back_behind_each():
    order = order_of()["order.xml"]
    SCHEMA.assertValid(etree.fromstring(order))
    assert list(places(order, "fronts").items()) == list(enumerate(NAMES))
    assert places(order, "backs") == dict.fromkeys(range(27), BACK)
    details = etree.fromstring(order).find("details")
    assert [detail.text for detail in details] == ["27", "36", "(S30) Standard Smooth", "false"]  # 18 is too few


def test_an_export_holds_an_order_in_which_copies_are_uploaded_once():
    """27 cards twice and three chits once, each a file of its own for who uploads by hand."""
    files = made("mpc", product="standard", deck="west", copies=2, stock="M31").files
    order = files["order.xml"]
    SCHEMA.assertValid(etree.fromstring(order))
    fronts = places(order, "fronts")
    assert len(fronts) == 2 * 27 + 3 and len(set(fronts.values())) == 27 + 3
    assert all(fronts[slot] == fronts[slot + 27] for slot in range(27)) and {*fronts.values(), BACK} <= set(files)
    assert etree.fromstring(order).findtext("details/stock") == "(M31) Linen"
    without = {name: data for name, data in files.items() if name != "order.xml"}
    assert rules(findings("mpc", without, "standard")) == {"order", "manifest"}


def test_more_cards_than_an_order_holds_are_several_orders():
    """20 decks of 127 cards and three chits: 2,543 cards, at most 612 in an order."""
    names = [f"fronts/{number:04}.png" for number in range(2543)]
    orders = write_orders(ORDER, names, "back/back.png", None)
    assert list(orders) == [f"order-{number}.xml" for number in range(1, 6)]
    held = []
    for data in orders.values():
        SCHEMA.assertValid(etree.fromstring(data))
        part = places(data, "fronts")
        assert sorted(part) == list(range(len(part)))
        held += [part[slot] for slot in sorted(part)]
    assert held == names


@pytest.mark.parametrize(("cards", "bracket"), [(1, 18), (18, 18), (19, 36), (130, 144), (235, 396), (612, 612)])
def test_the_bracket_is_the_smallest_that_holds_the_order(cards, bracket):
    assert ORDER.bracket(cards) == bracket


@pytest.mark.parametrize(("profile", "product", "said"), [
    ("mpc", "poker", "--product standard only"), ("tgc", "poker", "no order file"), ("mpc", "standard", "there is no stock 'gold'"),
    ("printerstudio", "standard", "there is no stock 'gold'"), ("drivethru", "poker", "takes no --stock"),
])  # fmt: skip
def test_a_stock_is_only_for_an_order(profile, product, said):
    with pytest.raises(InputError, match=said):
        make_job(Choices(profile, product, stock="gold"))


def test_a_product_that_the_program_does_not_order_says_which_it_does():
    told = {
        product: "\n".join(how_to_lines(job("mpc", product=product, deck="west"))) for product in ("poker", "standard")
    }
    assert not any(name.endswith(".xml") for name in planned_files(job("mpc", product="poker", deck="west")))
    assert (
        "--product standard" in told["poker"] and "beside order.xml" in told["standard"] and "{" not in told["standard"]
    )


SPOILED = {
    "a place twice": (b"<slots>1</slots>", b"<slots>0,1</slots>", "place 0 is taken twice"),
    "a place without a card": (b"<slots>26</slots>", b"<slots>27</slots>", "place 26 is empty"),
    "too many places": (b"<quantity>27", b"<quantity>28", "28"),
    "another picture": (b"<id>fronts/002-RC2.png", b"<id>fronts/003-RC3.png", "fronts/003-RC3.png"),
    "another back": (b"<id>back/back.png", b"<id>front.png", "front.png behind it"),
    "a stock that there is not": (b"(S30) Standard Smooth", b"(S99) Gold", "(S99) Gold"),
    "foil": (b"false", b"true", "true"),
    "the wrong bracket": (b"<bracket>36", b"<bracket>18", "18"),
    "another tag": (b"order>", b"ordre>", "<ordre> instead of <order>"),
    "cut short": (b"</order>", b"", "no readable XML"),
    "an entity": (b"<order>", b'<!DOCTYPE order [<!ENTITY a "b">]><order>', "a part that no order has"),
    "a number that is none": (b"<quantity>27", "<quantity>³".encode(), "quantity is no number"),
    "a number without end": (b"<quantity>27", b"<quantity>" + b"9" * 5000, "quantity is no number"),
}


@pytest.mark.parametrize("fault", SPOILED)
def test_each_fault_of_an_order_is_told(fault):
    old, new, said = SPOILED[fault]
    order = order_of()["order.xml"]
    assert old in order and check_orders(ORDER, {"order.xml": order}, NAMES, BACK, "s30") == []
    found = check_orders(ORDER, {"order.xml": order.replace(old, new)}, NAMES, BACK, "s30")
    assert any(said in finding.actual for finding in found), found


def test_an_order_that_is_missing_or_one_too_many_is_told():
    found = check_orders(ORDER, {"order-2.xml": order_of()["order.xml"]}, NAMES, BACK, None)
    assert {(f.where, f.actual) for f in found} == {("order.xml", "missing"), ("order-2.xml", "one too many")}


def test_the_stock_is_the_one_that_was_asked_for():
    order = order_of(stock="m31")
    assert check_orders(ORDER, order, NAMES, BACK, None) == check_orders(ORDER, order, NAMES, BACK, "m31") == []
    (found,) = check_orders(ORDER, order, NAMES, BACK, "s33")
    assert (found.actual, found.expected) == ("(M31) Linen", "(S33) Superior Smooth")


def test_an_order_reads_brackets_and_the_back_of_all_as_the_program_does():
    """Places in brackets with blanks, and `cardback` where no back is named."""
    told = read_order(
        b"<order><details><quantity>3</quantity><bracket>18</bracket><stock>x</stock><foil>false</foil></details>"
        b"<fronts><card><id>a.png</id><slots>[0, 2]</slots></card><card><id>b.png</id><slots>1</slots></card></fronts>"
        b'<cardback> "c.png" </cardback></order>'
    )
    assert told.fronts == {0: "a.png", 1: "b.png", 2: "a.png"} and told.backs == {0: "c.png", 1: "c.png", 2: "c.png"}


def as_the_program_reads(folder, monkeypatch):
    """What `src/order.py` of the program makes of the one order beside it, with nothing of ours: each place and its file.

    It runs in the order's folder; an id that is a file there is that file, or else it would be fetched from the net.
    """
    monkeypatch.chdir(folder)
    (order,) = (etree.parse(str(path)).getroot() for path in folder.glob("*.xml"))
    details = {part.tag: part.text for part in order.find("details")}
    quantity = int(details["quantity"])
    sides = {}
    for side in ("fronts", "backs"):
        sides[side] = {}
        for card in order.find(side):
            name, slots = card.findtext("id").strip(' "'), card.findtext("slots").strip("][").replace(" ", "")
            assert (folder / name).is_file() and card.findtext("name") == (folder / name).name
            sides[side] |= {int(slot): folder / name for slot in slots.split(",")}
        assert set(sides[side]) == set(range(quantity)), side
    assert (folder / order.findtext("cardback")).is_file() and details["foil"] == "false"
    return sides["fronts"], sides["backs"]


@pytest.mark.slow
@pytest.mark.parametrize("dpi", [None, 600])
def test_the_program_finds_every_card_of_two_decks_and_the_chits_at_any_density(dpi, tmp_path, monkeypatch, capsys):
    words = ["--for", "mpc", "--product", "standard", "--deck", "west", "--copies", "2", "--out", tmp_path]
    ran = tt(capsys, "export", *words, *(["--dpi", str(dpi)] if dpi else []))
    assert ran.status == 0, ran.err
    (folder,) = (path for path in (tmp_path / "export").iterdir() if path.is_dir())
    fronts, backs = as_the_program_reads(folder, monkeypatch)
    codes = [fronts[slot].stem[4:] for slot in range(2 * 27 + 3)]
    cards = [card.safe_code for card in print_order(DECKS["west"])]
    assert codes == [*cards, *cards, "chit-color", "chit-shape", "chit-number"]
    assert len(set(fronts.values())) == 27 + 3 and set(backs.values()) == {folder / BACK}
    for path in {*fronts.values(), *backs.values()}:
        with Image.open(path) as picture:
            assert picture.size == ((1632, 2220) if dpi else (816, 1110))


def test_no_order_is_made_for_a_card_that_the_program_does_not_order():
    """It opens the page of cards of 63 x 88 mm alone, and would stretch bridge cards onto them."""
    for profile in ("mpc", "printerstudio"):
        for product in ("poker", "bridge"):
            one = job(profile, product=product, deck="west", copies=2, dpi=600)
            assert not [name for name in planned_files(one) if name.endswith(".xml")]
            assert "--product standard" in "\n".join(how_to_lines(one))
