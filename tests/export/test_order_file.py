"""Orders for the program that fills in a print service's pages: read as that program reads them."""

from lxml import etree

from tests.makers.exports import exported, job
from tests.walks import walk
from tt_print.deck import DECKS, print_order
from tt_print.export.kinds import write_orders

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


def places(data, side):
    """Each place of a side with its picture, as the program puts them together."""
    return {
        int(slot): card.findtext("id")
        for card in etree.fromstring(data).iterfind(f"{side}/card")
        for slot in card.findtext("slots").split(",")
    }


BACK = "back/back.png"


def test_an_order_names_every_picture_in_its_place_and_the_back_behind_each():
    files = exported("mpc", deck="west", product="standard")
    order, codes = files["order.xml"], [card.safe_code for card in print_order(DECKS["west"])]
    SCHEMA.assertValid(etree.fromstring(order))
    names = [
        f"fronts/{number:03}-{code}.png"
        for number, code in enumerate([*codes, "chit-color", "chit-shape", "chit-number"], 1)
    ]
    assert list(places(order, "fronts").items()) == list(enumerate(names)) and {*names, BACK} <= set(files)
    assert places(order, "backs") == dict.fromkeys(range(30), BACK)
    details = etree.fromstring(order).find("details")
    assert [detail.text for detail in details] == ["30", "36", "(S30) Standard Smooth", "false"]  # 18 is too few


def test_an_export_holds_an_order_in_which_copies_are_uploaded_once():
    """27 cards twice and three chits once, each a file of its own for who uploads by hand."""
    files = exported("mpc", deck="west", product="standard", copies=2, stock="M31")
    order = files["order.xml"]
    SCHEMA.assertValid(etree.fromstring(order))
    fronts = places(order, "fronts")
    assert len(fronts) == 2 * 27 + 3 and len(set(fronts.values())) == 27 + 3
    assert all(fronts[slot] == fronts[slot + 27] for slot in range(27)) and {*fronts.values(), BACK} <= set(files)
    assert etree.fromstring(order).findtext("details/stock") == "(M31) Linen"
    assert files["fronts/001-RC1.png"] == files["fronts/028-RC1.png"]


ORDER = job("mpc").profile.order


def test_more_cards_than_an_order_holds_are_several_orders():
    """20 decks of 127 cards and three chits: 2,543 cards, at most 612 in an order."""
    names = [f"fronts/{number:04}.png" for number in range(2543)]
    orders = write_orders(ORDER, names, "(S30) Standard Smooth")
    assert list(orders) == [f"order-{number}.xml" for number in range(1, 6)]
    held = []
    for data in orders.values():
        SCHEMA.assertValid(etree.fromstring(data))
        part = places(data, "fronts")
        assert sorted(part) == list(range(len(part)))
        held += [part[slot] for slot in sorted(part)]
    assert held == names


@walk("cards, bracket", [(1, 18), (18, 18), (19, 36), (130, 144), (235, 396), (612, 612)])
def test_the_bracket_is_the_smallest_that_holds_the_order(cards, bracket):
    (order,) = write_orders(ORDER, [f"{number}.png" for number in range(cards)], "(S30) Standard Smooth").values()
    assert etree.fromstring(order).findtext("details/bracket") == str(bracket)


def test_a_product_that_the_program_does_not_order_says_which_it_does():
    poker, standard = (exported("mpc", deck="west", **choices) for choices in ({}, {"product": "standard"}))
    assert not any(name.endswith(".xml") for name in poker)
    assert "--product standard" in poker["HOW-TO.txt"].decode()
    assert "beside order.xml" in standard["HOW-TO.txt"].decode() and b"{" not in standard["HOW-TO.txt"]
