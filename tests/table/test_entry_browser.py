"""A hand is entered on a phone: whose it is, what becomes of the next tap, of a lost answer, and of counts that do not add up."""

import time

import pytest

from tests.commands import process
from tests.site.conftest import PHONE, SPOIL, visit
from tests.table.screens import shoot, sit_down
from tests.table.serving import serve

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
    seen.page.locator("#entry").get_by_role("button", name=name, exact=True).click()


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
        for hand, name in enumerate(("Ann", "Bo"), 1):
            tap(host, name)
            tap(host, "Enter this hand")
            host.page.wait_for_selector(f"#entry h2:text-is('Hand {hand + 1}')")
            assert "somebody else" not in host.page.inner_text("main")
        host.page.wait_for_selector("#totals td:text-is('1') >> nth=1")
        assert host.page.locator("#totals td").all_inner_texts() == ["1", "1", "0"]
        assert "games won" in host.page.inner_text("#totals") and not host.wrong
        shoot(host, "push-it")
        host.page.unroute("**/api/ask", late)
        host.page.route("**/api/ask", lose)
        tap(host, "Cy")
        tap(host, "Enter this hand")
        host.page.wait_for_selector("#notes :text('Hand 3 is saved.')")
        assert not host.page.query_selector("#notes .error")
        host.page.unroute("**/api/ask")
        tap(host, "Cy")
        tap(host, "Enter this hand")
        host.page.wait_for_selector("#notes .error")
        assert "the same as hand 3" in host.page.inner_text("#notes") and "--" not in host.page.inner_text("#notes")
        shoot(host, "the-same-hand")
        host.page.get_by_role("button", name="It is another hand: enter it").click()
        host.page.wait_for_selector("#entry h2:text-is('Hand 5')")
        assert host.page.inner_text("#notes") == ""


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
        for name in ("Ann", "Enter this hand"):
            page.locator("#entry").get_by_role("button", name=name, exact=True).click()
        page.wait_for_selector("#notes .error")
        assert "Look at the score before you enter it again" in page.inner_text("#notes")
        context.set_offline(False)
        page.reload()
        page.wait_for_selector("#notes :text('Hand 1 is saved.')")
        context.close()


def test_somebody_elses_entry_is_told_as_such(chromium, tmp_path):
    book = tmp_path / "nights.sqlite"
    with serve(book, "points", "Ann", "Bo") as table:
        host = sit_down(chromium, table.host, PHONE)
        host.page.fill("#entry input", "7")
        tap(host, "Next")
        host.page.wait_for_selector("#entry label:has-text('Bo')")
        assert process("score", "hand", "Ann=1", "Bo=2", "--file", book).status == 0
        host.page.wait_for_selector("#notes :text('Hand 1 was entered by somebody else')")
        assert process("score", "undo", "--file", book).status == 0
        host.page.wait_for_selector("#entry h2:text-is('Hand 1')")
        assert "somebody else" not in host.page.inner_text("main")


def test_half_a_hand_outlives_a_moment_without_a_network_and_a_damaged_draft(chromium, tmp_path):
    """What was typed is thrown away if the engine refuses it, and not because a question did not arrive."""
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo", "Cy") as table:
        host = sit_down(chromium, table.host, PHONE)
        for name in ("Ann", "Bo"):
            host.page.wait_for_selector(f"#entry label:has-text('{name}')")
            host.page.fill("#entry input", "7")
            tap(host, "Next")
        host.page.wait_for_selector("#entry label:has-text('Cy')")
        host.page.route("**/api/ask", lambda route: route.abort())
        host.page.reload()
        host.page.wait_for_selector("#entry .error")
        host.page.unroute("**/api/ask")
        tap(host, "Try again")
        host.page.wait_for_selector("#entry label:has-text('Cy')")
        address = host.page.url.partition("#")[0]
        for draft in ({"answers": [], "key": "1 x", "edit": "x"}, {"answers": [{}, None], "key": "1 1"}):
            host.page.goto(f"{address}page.css")  # the page itself must not be there to write a draft of its own
            host.page.evaluate(SPOIL, {"draft": draft})
            host.page.goto(address)
            host.page.wait_for_selector("#entry label:has-text('Ann')")
            assert host.page.locator("#entry .error").count() == (None in draft["answers"])


def test_counts_that_do_not_add_up_can_be_kept_on_the_page(chromium, tmp_path):
    """A card is lost: 123 cards together. What was typed stays, the page offers to keep it, and the record says why."""
    book = tmp_path / "nights.sqlite"
    with serve(book, "casino", "Ann", "Bo", "Cy") as table:
        host = sit_down(chromium, table.host, PHONE)
        for _ in range(3):
            for name, cards in zip(("Ann", "Bo", "Cy"), (40, 40, 40), strict=True):
                host.page.get_by_label(name, exact=True).fill(str(cards))
            tap(host, "Next")
            host.page.wait_for_selector("#entry .error")
            words = host.page.inner_text("#entry .error")
            assert "120 cards together" in words and "!" not in words and "goes back" not in words
            assert host.page.get_by_label("Cy", exact=True).input_value() == "40"
        shoot(host, "casino-count")
        host.page.get_by_role("button", name="Keep it as it is").click()
        host.page.wait_for_selector("#entry .asks:has-text('Who took most reds?')")
        while not host.page.query_selector("#why"):
            before = host.page.inner_text("#entry")
            if keep := host.page.query_selector("#entry .error button"):
                keep.click()
            elif choice := host.page.query_selector("#entry .answers button"):
                choice.click()
            else:
                host.page.fill("#entry input", "1")
                tap(host, "Next")
            host.page.wait_for_function("(before) => document.querySelector('#entry').innerText !== before", arg=before)
        host.page.fill("#why", "a card is lost")
        shoot(host, "casino-why")
        host.page.get_by_role("button", name="Enter it anyway").click()
        host.page.wait_for_selector("#entry h2:text-is('Hand 2')")
        assert "a card is lost" in process("score", "log", "--file", book).out and not host.wrong
