"""A table as one player might imagine it: what that player cannot see lies in other places."""

from dataclasses import replace

# By game: where cards lie that a player does not see, as (field, whose hands count as hidden).
OWN_HANDS = {"six-suit", "casino", "craziness", "push-it"}
FACE_DOWN = {"ww3": ("under",), "armageddon": ("under",), "six-suit": ("draw",), "casino": ("draw", "aside"), "craziness": ("draw",),
             "push-it": ("center",)}  # fmt: skip


def hide_and_shuffle(game, state, seat, rng):
    """The state with all cards that `seat` cannot see in other places."""
    fronts, own = getattr(state, "fronts", ()), game.name in OWN_HANDS
    hidden = [other for other in range(len(state.hands)) if not own or other != seat]
    laid = [other for other, front in enumerate(fronts) if front is not None and other != seat]
    down = FACE_DOWN[game.name]
    piles = [
        *(state.hands[other] for other in hidden),
        *(getattr(state, name) for name in down),
        *(fronts[other].cards for other in laid),
    ]
    pool = [card for pile in piles for card in pile]
    rng.shuffle(pool)
    other_piles = [tuple(pool.pop() for _ in pile) for pile in piles]
    hands, fronts = list(state.hands), list(fronts)
    for other in hidden:
        hands[other] = other_piles.pop(0)
    changes = {name: other_piles.pop(0) for name in down}
    for other in laid:
        fronts[other] = replace(fronts[other], cards=other_piles.pop(0))
    return replace(
        state, hands=tuple(hands), **changes, **({"fronts": tuple(fronts)} if hasattr(state, "fronts") else {})
    )
