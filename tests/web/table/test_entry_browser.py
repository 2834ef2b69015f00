"""A round is entered on a phone: whose it is, what becomes of the next tap, of a lost answer, and of counts that do not add up."""

import time

import pytest

from tests.commands import process
from tests.web.site.conftest import PHONE, SPOIL, visit
from tests.web.table.screens import sit_down
from tests.web.table.serving import serve

pytestmark = pytest.mark.slow


def is_entry(request) -> bool:
    return request.url.endswith("/api/ask") and "score.enter" in (request.post_data or "")


def late(route) -> None:
    """The event of an entry is there before its answer."""
    if not is_entry(route.request):
        return route.continue_()
    reply = route.fetch()
    time.sleep(0.4)
    return route.fulfill(response=reply)


def tap(seen, name: str) -> None:
    """A tile, by its player, or a key: after a moment, as the same one again at once is no second tap."""
    time.sleep(0.4)
    seen.page.locator(f"#totals button:has(b:text-is('{name}')), #entry button:text-is('{name}')").click()


def wait_for(seen, title: str) -> None:
    seen.page.wait_for_selector(f"#asks:has-text('{title}')")


def lose(route) -> None:
    """An entry arrives, and its answer does not."""
    if not is_entry(route.request):
        return route.continue_()
    route.fetch()
    return route.abort()


def test_an_own_entry_is_own_however_its_answer_comes_and_the_next_tap_counts(chromium, tmp_path):
    """Late twice, and lost; then the same hand again, of which the page asks whether it is another."""
    with serve(tmp_path / "nights.sqlite", "push-it", "Ann", "Bo", "Cy") as table:
        host = sit_down(chromium, table.host, PHONE)
        host.page.route("**/api/ask", late)
        for number, name in enumerate(("Ann", "Bo"), 1):
            tap(host, name)
            wait_for(host, f"Round {number + 1}: who went out first?")
            assert "somebody else" not in host.page.inner_text("main")
        assert host.page.locator("#totals .total").all_inner_texts() == ["1", "1", "0"]
        assert "games won" in host.page.inner_text("main") and not host.wrong
        host.page.unroute("**/api/ask", late)
        host.page.route("**/api/ask", lose)
        tap(host, "Cy")
        host.page.wait_for_selector("#notes :text('Round 3 is saved.')")
        assert not host.page.query_selector("#notes .error")
        host.page.unroute("**/api/ask")
        tap(host, "Cy")
        host.page.wait_for_selector("#notes .error")
        assert "the same as round 3" in host.page.inner_text("#notes") and "--" not in host.page.inner_text("#notes")
        host.page.get_by_role("button", name="It is another round: enter it").click()
        wait_for(host, "Round 5")
        assert host.page.inner_text("#notes").startswith("Round 4 is saved.")


SEEN_STREAMS = """
globalThis.EventSource = class extends EventSource {
  constructor(...given) { super(...given); globalThis.stream = this; }
};"""


def test_an_entry_is_not_called_unsent_though_the_phone_has_no_network_anymore(chromium, tmp_path):
    """The entry arrives; then the phone hears no answer and no event. Later its page says what became of it."""
    with serve(tmp_path / "nights.sqlite", "push-it", "Ann", "Bo", "Cy") as table:
        context = chromium.new_context(viewport=PHONE)
        context.add_init_script(SEEN_STREAMS)
        page = visit(context, table.host).page

        def lose_network(route) -> None:
            if not is_entry(route.request):
                return route.continue_()
            page.evaluate("stream.close()")
            route.fetch()
            context.set_offline(True)
            return route.abort()

        page.route("**/api/ask", lose_network)
        page.get_by_role("button", name="Ann").click()
        page.wait_for_selector("#notes .error")
        assert "Look at the score before you enter it again" in page.inner_text("#notes")
        context.set_offline(False)
        page.reload()
        page.wait_for_selector("#notes :text('Round 1 is saved.')")
        context.close()


def test_somebody_elses_entry_is_told_as_such(chromium, tmp_path):
    book = tmp_path / "nights.sqlite"
    with serve(book, "points", "Ann", "Bo") as table:
        host = sit_down(chromium, table.host, PHONE)
        tap(host, "7")
        wait_for(host, "Bo: points")
        assert process("score", "hand", "Ann=1", "Bo=2", "--file", book).status == 0
        host.page.wait_for_selector("#notes :text('Round 1 was entered by somebody else')")
        assert process("score", "undo", "--file", book).status == 0
        wait_for(host, "Round 1")
        assert "somebody else" not in host.page.inner_text("main")


def test_half_a_round_outlives_a_moment_without_a_network_and_a_damaged_draft(chromium, tmp_path):
    """What was typed is thrown away if the engine refuses it, and not because a question did not arrive."""
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo", "Cy") as table:
        host = sit_down(chromium, table.host, PHONE)
        for points, then in (("7", "Bo: points"), ("8", "Cy: points")):
            tap(host, points)
            wait_for(host, then)
        host.page.route("**/api/ask", lambda route: route.abort())
        host.page.reload()
        host.page.wait_for_selector("#notes .error")
        host.page.unroute("**/api/ask")
        host.page.get_by_role("button", name="Try again").click()
        wait_for(host, "Cy: points")
        address = host.page.url.partition("#")[0]
        whole = {"key": "1 1", "answers": [], "edit": None, "id": ""}
        for draft in ({"key": "1 x", "edit": "x"}, {"answers": [{}, None]}):
            host.page.goto(f"{address}page.css")  # the page itself must not be there to write a draft of its own
            host.page.evaluate(SPOIL, {"draft": whole | draft})
            host.page.goto(address)
            wait_for(host, "Round 1. Ann: points")
            assert host.page.locator("#notes .error").count() == ("answers" in draft)


def test_counts_that_do_not_add_up_can_be_kept_on_the_page(chromium, tmp_path):
    """A card is lost: 123 cards together. What was typed stays, the page offers to keep it, and the record says why."""
    book = tmp_path / "nights.sqlite"
    with serve(book, "casino", "Ann", "Bo", "Cy") as table:
        host = sit_down(chromium, table.host, PHONE)
        host.page.get_by_role("button", name="How many cards each took").click()
        for _ in range(3):
            for name in ("Ann", "Bo", "Cy"):
                host.page.get_by_label(name, exact=True).fill("40")
            host.page.get_by_role("button", name="Next", exact=True).click()
            host.page.wait_for_selector("#notes .error")
            words = host.page.inner_text("#notes .error")
            assert "120 cards in all" in words and "!" not in words and "goes back" not in words
            assert host.page.get_by_label("Cy", exact=True).input_value() == "40"
        host.page.get_by_role("button", name="Keep it as it is").click()
        wait_for(host, "Who took most reds?")
        while not host.page.query_selector("#why"):
            time.sleep(0.4)
            before = host.page.inner_text("main")
            keep = host.page.query_selector("#notes .error button")
            (keep or host.page.query_selector("#totals button, .pad button:last-child")).click()
            host.page.wait_for_function("(before) => document.querySelector('main').innerText !== before", arg=before)
        host.page.fill("#why", "a card is lost")
        host.page.get_by_role("button", name="Save it anyway").click()
        wait_for(host, "Round 2")
        assert "a card is lost" in process("score", "log", "--file", book).out and not host.wrong


@pytest.mark.parametrize(("game", "taps"), [
    ("craziness", ("Ann", "4", "17")), ("push-it", ("Cy",)), ("ww3", ("Bo",)), ("six-suit", ("Bo", "Heart")), ("points", ("7", "12", "0")),
    ("casino", ("Ann", "Bo", "A tie", "8", "9", "7", "1", "2", "2", "Ann", "Nobody")),
])  # fmt: skip
def test_a_round_is_so_many_taps_and_nothing_is_typed(chromium, tmp_path, game, taps):
    with serve(tmp_path / "nights.sqlite", game, "Ann", "Bo", "Cy") as table:
        seen = sit_down(chromium, table.enter, PHONE)
        for words in taps:
            before = seen.page.inner_text("#asks")
            tap(seen, words)
            seen.page.wait_for_function("(before) => document.querySelector('#asks').innerText !== before", arg=before)
        assert "Round 2" in seen.page.inner_text("#asks") and "Round 1 is saved." in seen.page.inner_text("#notes")
        seen.page.context.close()
