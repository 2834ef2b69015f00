"""Orders for the program that fills in a print service's pages: read as that program reads them, and each fault told."""

import pytest
from lxml import etree

from tests.makers.exports import findings, job, made, rules
from tt_print.deck import DECKS, print_order
from tt_print.errors import InputError
from tt_print.export.job import Choices, make_job
from tt_print.export.make import how_to_lines
from tt_print.export.order_file import check_order, write_orders
from tt_print.export.profiles import find_profile

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
    assert rules(findings("mpc", without, "standard")) == {"files", "manifest"}


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
    assert not any(name.endswith(".xml") for name in made("mpc", product="poker", deck="west").files)
    assert (
        "--product standard" in told["poker"] and "beside order.xml" in told["standard"] and "{" not in told["standard"]
    )


@pytest.mark.parametrize(("old", "new", "said"), [
    (b"<slots>1</slots>", b"<slots>0,1</slots>", "28 places"), (b"<quantity>27", b"<quantity>28", "a quantity of 28"),
    (b"<id>fronts/002-RC2.png", b"<id>fronts/gone.png", "'fronts/gone.png', which is not there"),
    (b"</order>", b"", "no readable order"), (b"<order>", b'<!DOCTYPE order [<!ENTITY a "b">]><order>', "a part that no order has"),
    (b"<quantity>27", "<quantity>\u00bd".encode(), "no readable order"), (b"<quantity>27", b"<quantity>" + b"9" * 5000, "no readable order"),
])  # fmt: skip
def test_an_order_that_its_program_could_not_fill_in_is_found(old, new, said):
    order, pictures = order_of()["order.xml"], {*NAMES, BACK}
    assert old in order and list(check_order("order.xml", order, 27, pictures)) == []
    found = check_order("order.xml", order.replace(old, new), 27, pictures)
    assert any(said in finding.actual for finding in found)
