"""Deal codes read and dealt by another program: written from `docs/deal-codes.md`, sharing nothing with tt_print."""

import hashlib

CHARACTERS = "0123456789ACDEFGHJKMNPQRTVWXY"
GAMES = ["ww3"] * 3 + ["armageddon"] * 3 + ["six-suit"] + ["casino"] * 3 + ["craziness"] + ["push-it"] * 5
DECKS = ["s0", "s1", "s2", "f0", "f1", "f2", "f0", "f0", "f2", "s0", "f0", "w0", "s0", "f0", "s0s0", "f0f0"]
SIZE = {"w": 3, "s": 4, "f": 5}


def deck_of(variant):
    cards, jokers = [], 0
    for letter, jokers in zip(DECKS[variant][::2], DECKS[variant][1::2]):  # noqa: B905
        n = SIZE[letter]
        cards += [c + s + k for c in "RYGBK"[:n] for s in "CHTSB"[:n] for k in "1234?"[:n]]
    return cards + ["J1", "J2"][: int(jokers)]


def number_of(code):
    values = [CHARACTERS.index(c) for c in code.replace("-", "")]
    assert len(values) == 27
    assert sum(values) % 29 == 0 and sum((i + 1) * v for i, v in enumerate(values)) % 29 == 0
    number = 0
    for value in values[:25]:
        number = number * 29 + value
    return number


def spelled(number):
    """The code of a number: undoes `number_of`."""
    values = []
    for _ in range(25):
        number, value = divmod(number, 29)
        values.insert(0, value)
    a, b = sum(values), sum((i + 1) * v for i, v in enumerate(values))
    last = (26 * a - b) % 29
    code = "".join(CHARACTERS[v] for v in (*values, (-a - last) % 29, last))
    return "-".join(code[i : i + 5] for i in range(0, 27, 5))


def settings_of(variant, options, players, dealer=0, layout=1):
    return (((layout * 16 + variant) * 36 + options) * 128 + players) * 128 + dealer


def cards_of(code):
    """The cards of a deal from the top down."""
    deck = deck_of(number_of(code) // 2**96 // 128**2 // 36 % 16)
    return [deck[i] for i in deal(code)["order"]]


def choice(stream, k):
    while True:
        byte = next(stream)
        if byte < 256 - 256 % k:
            return byte % k


def shuffled(number, deck, players, dealer):
    """The dealer's seat from 1, drawn where none is named, and the order of the cards from the top down."""
    stream = iter(hashlib.shake_256(b"tt_print deal" + number.to_bytes(16, "big")).digest(5000))
    dealer = dealer or choice(stream, players) + 1
    order = list(range(len(deck)))
    for i in range(len(deck) - 1, 0, -1):
        j = choice(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return dealer, order


def deal(code):
    """Everything about a deal, in the form of the records."""
    number = number_of(code)
    settings, secret = divmod(number, 2**96)
    settings, dealer = divmod(settings, 128)
    settings, players = divmod(settings, 128)
    settings, options = divmod(settings, 36)
    layout, variant = divmod(settings, 16)
    assert layout == 1
    named = dealer or None
    deck = deck_of(variant)
    dealer, order = shuffled(number, deck, players, dealer)
    top = [deck[i] for i in order]
    return {
        "secret": secret.to_bytes(12, "big").hex(), "game": GAMES[variant], "players": players, "named_dealer": named,
        "dealer": dealer, "order": order, **lay_out(GAMES[variant], variant, top, players, dealer, options),
    }  # fmt: skip


def deal_other(code, game, deck, bases):
    """A deal of layout 2: of the game of this name with one variant, whose options have values to these bases."""
    number = number_of(code)
    settings, secret = divmod(number, 2**96)
    assert secret >> 80 == int.from_bytes(hashlib.shake_256(b"tt_print game " + game.encode()).digest(2), "big")
    settings, dealer = divmod(settings, 128)
    settings, players = divmod(settings, 128)
    layout, combination = divmod(settings, 576)
    assert layout == 2
    options = []
    for base in reversed(bases):
        combination, value = divmod(combination, base)
        options.insert(0, value)
    assert combination == 0  # the only variant
    dealer, order = shuffled(number, deck, players, dealer)
    return {"players": players, "dealer": dealer, "options": options, "top": [deck[i] for i in order]}


def lay_out(game, variant, top, players, dealer, options):
    """Who gets what, cards leaving the deck from the top; piles from the bottom to the top."""
    names = [f"Player {seat + 1}" for seat in range(players)]
    turns = [names[(dealer + i) % players] for i in range(players)]  # the dealer's left neighbor first
    piles = {"hands": {name: [] for name in names}, "up": {}, "center": [], "aside": [], "table": [], "draw": []}

    def rounds(count, index):
        for _ in range(count):
            for name in turns:
                piles[index].setdefault(name, []).append(top.pop(0))

    if game in ("ww3", "armageddon", "push-it"):
        rounds(len(top) // players, "hands")
        piles["center"] = top  # each on the one before
        if game == "push-it":
            for hand in piles["hands"].values():
                hand.sort(key=lambda card: ["RYGBK".index(card[0]), "CHTSB".index(card[1]), "1234?".index(card[2])])
    elif game == "six-suit":
        piles["up"] = {name: [] for name in names}
        rounds(6, "up")
        rounds(1, "hands")
        piles["draw"] = top[::-1]
    elif game == "craziness":
        rounds(8, "hands")
        piles["center"] = [top.pop(0)]
        piles["draw"] = top[::-1]
    elif game == "casino":
        aside = {7: 1, 8: 3, 9: 0}[variant]
        if options // 6 % 2:  # short_last_deal = set_aside
            aside += (len(top) - aside - 4) % (5 * players)
        piles["aside"] = [top.pop() for _ in range(aside)]
        piles["table"] = [top.pop(0) for _ in range(4)]
        rounds(5, "hands")
        piles["draw"] = top[::-1]
    return piles
