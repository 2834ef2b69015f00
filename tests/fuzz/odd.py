"""What a cat on the keyboard, a foreign keyboard, a copied text and a vandal type."""

from hypothesis import strategies as st

NUMBERS = (
    "0", "1", "2", "3", "5", "7", "27", "60", "125", "-1", "-0", "+3", "007", "1.5", "1,5", ".5", "3mm", "1e3", "1e400", "0x1", "1_000",
    "nan", "inf", "-inf", "²", "½", "٣", "３", "Ⅷ", "999999999", "10**9", "9" * 15, "9" * 16, "9" * 4400, "1" * 9000, "true", "one",
)  # fmt: skip
CARDS = ("RH3", "rh3", "KBQ", "KB?", "BB1", "J1", "J2", "J3", "RH9", "XX1", "3hr", "red heart 3", "black blob ?", "RH3,RH3", "RC3+RH2",
         "RC3/YC3", "RC3+RH1/RS4", "RCQ=3", "RCQ=²", "J1=4", "RC1 RC2", "🂡")  # fmt: skip
NAMES = ("Ann", "Bo", "Cy", "ann", "Zoë", "美咲", "Ann,Bo,Cy", "Ann,Bo", "Ann=0", "Bo=4", "Cy=-1", "Bo=RH3,KB4", "Ann+Bo", "Ann+Cy/Bo+Di",
         "none", "all", "nobody", "1", "2", "Ann B", "שלום", "👩\u200d🚀", "Tom+Sue", "Ann:B", "Draw", "a" * 61, ",", "Ann,,Bo", "Ann,Ann")  # fmt: skip
WORDS = (
    "", " ", "  x ", "-", "--", "---", "-x", "--x", "—list", "=", "=x", "x=", ",", ";", "'", '"', "\\", "*", "?", "%s", "{0}", "{x}", "$HOME", "`id`",
    "~", "None", "null", "\t", "a\nb", "\r", "\0", "a\0b", "\x1b[31m", "\x1b]0;x\x07", "\x9b2J", "\x7f", "\u202e", "\u2066x", "\ufeff", "\u200b",
    "\ud800", "\udcff", "x\udce9y", "ﬁ", "I\u0307", "ß", "x" * 300, "x" * 9999, "x" * 20000, "x " * 4000, "+" * 5000, "/" * 300, "," * 5000, "a+" * 3000,
    "(" * 3000, "." * 3000,
)  # fmt: skip
# none of them leads out of the folder; what is there stands in `conftest.fill`
PATHS = (
    ".", "none", "none/none", "..", "../work", "a\0b", "x" * 300, "house.toml", "deep.toml", "film.toml", "pipe", "device", "ring", "locked",
    "folder", "folder/x.png", "score.sqlite", "\udcff.toml", "caf\udce9",
    "new.sqlite", "file/x", "con", "out",
)  # fmt: skip
ALL = (*NUMBERS, *CARDS, *NAMES, *WORDS, *PATHS)
SIGNS = "0123456789aAbBkKqQ?=+-,/.:;*'\" \t\n\r\0\x1b\x7f\x9b\xadäß²٣\u200b\u202e\ud800\udcff\ufeff😀"

values = st.one_of(
    st.sampled_from(ALL), st.sampled_from(ALL), st.text(st.sampled_from(SIGNS), max_size=8), st.text(max_size=6)
)


@st.composite
def mangled(draw: st.DrawFn, word: str) -> str:
    """`word` with a letter more, less, another, or a piece twice."""
    place = draw(st.integers(0, len(word)))
    match draw(st.integers(0, 4)):
        case 0:
            return word[:place] + draw(st.sampled_from(SIGNS)) + word[place:]
        case 1:
            return word[:place] + word[place + 1 :]
        case 2:
            return word[:place] + draw(st.sampled_from(SIGNS)) + word[place + 1 :]
        case 3:
            return word + word[place:]
        case _:
            return word.swapcase()[::-1] if place % 2 else word.swapcase()
