"""The web explorer in headless Chromium, on a book that holds the proof of D4 h7.

Run: explorer_test.py TENGEN
"""

import re
import sys
import tempfile
import unittest

from selenium.webdriver.common.keys import Keys

from browser import Page, Serving, solve_into

PROVEN = "h8h9i9h7"
# Black has two open threes through h8; a set-up, White's stones are out of the way.
FOUL_AT_H8 = "g8i8h7h9/a1c1e1g1/b"
# Six stones: from here on a pass is allowed.
SIX = "h8h9i9h7a1a15"
# Black has an open three: all but a few replies lose to the straight four.
OPEN_THREE = "h8a1h9o1h10"

TENGEN = sys.argv.pop(1) if len(sys.argv) > 1 else "tengen"


def setUpModule():
    global scratch, serving, page
    scratch = tempfile.TemporaryDirectory()
    book = scratch.name + "/book"
    solve_into(TENGEN, book)
    serving = Serving(TENGEN, book)
    page = Page(serving.url)


def tearDownModule():
    page.close()
    serving.close()
    scratch.cleanup()


def answer(moves, goal="black"):
    return serving.get("/v1/position", moves=moves, goal=goal)


def opens(text):
    """Types a position and opens it."""
    field = page.one("#position-text")
    field.clear()
    field.send_keys(text, Keys.ENTER)


class ExplorerTest(unittest.TestCase):
    def setUp(self):
        page.forget()

    def tearDown(self):
        self.assertEqual(page.faults(), [])

    def test_the_front_page_shows_the_26_openings_and_what_is_proven(self):
        page.open()
        self.assertEqual(page.count(".card"), 26)
        card = '.card[data-code="D4"]'
        self.assertIn("花月", page.text(card))
        self.assertIn("1 of 222 proven", page.text(card))
        self.assertEqual(page.count(card + " .diagram .stone"), 3)
        self.assertIn("nothing proven", page.text('.card[data-code="I13"]'))
        page.click(card)
        page.shows("h8h9i9")
        self.assertEqual(sorted(page.stones()), ["h8", "h9", "i9"])
        self.assertIn("Kagetsu", page.text("#verdict"))
        page.click(".logo")
        page.wait(lambda: page.exists("#front:not([hidden]) .card"), "the front page")

    def test_the_front_page_shows_each_proven_reply(self):
        page.open()
        diagram = '.card[data-code="D4"] .diagram .mark'
        self.assertEqual(page.count(diagram + ".black"), 1)
        self.assertEqual(page.count('.card[data-code="D1"] .diagram .mark'), 0)
        records = serving.get("/v1/stats")["records"]
        page.wait(lambda: f"{records:,} proven positions" in page.text(".summary"), "the summary")

    def test_every_legal_point_shows_the_verdict_and_distance_of_the_service(self):
        position = PROVEN + answer(PROVEN)["best"]
        page.open(position)
        shown = page.marks()
        told = answer(position)
        self.assertEqual(set(shown), {one["move"] for one in told["moves"]})
        self.assertEqual(len(shown), 220)
        for one in told["moves"]:
            # Nearly all lose at once here: those have a mark without a number.
            number = str(one["distance"]) if one["distance"] > 8 else ""
            self.assertEqual(shown[one["move"]], ["black", number], one)
        label = page.attribute('.point[data-move="a1"]', "aria-label")
        self.assertRegex(label, r"^a1: Black wins in at most \d+ plies")

    def test_the_empty_board_offers_the_centre_alone(self):
        page.open("start")
        page.wait(lambda: page.position() == "", "the empty board")
        self.assertEqual(set(page.marks()), {"h8"})
        page.click_point("h9")
        page.wait(lambda: "not allowed" in page.message(), "a message about the first stone")

    def test_moves_stand_with_the_hardest_first_and_the_unknown_last(self):
        page.open("h8h9i9")
        self.assertEqual(page.texts("#moves h3"), ["Black wins", "Not known yet"])
        page.open(PROVEN + answer(PROVEN)["best"])
        shown = [int(text) for text in page.texts("#moves .group .badge")]
        self.assertGreater(len(shown), 1)
        self.assertEqual(shown, sorted(shown, reverse=True))

    def test_where_nearly_all_moves_lose_at_once_they_have_no_numbers(self):
        page.open(OPEN_THREE)
        told = {one["move"]: one for one in answer(OPEN_THREE)["moves"]}
        quick = [move for move, (kind, text) in page.marks().items()
                 if kind == "black" and text == ""]
        self.assertGreater(len(quick), len(told) / 2)
        for move in quick:
            self.assertEqual(told[move]["result"], "black_wins", move)
            self.assertLessEqual(told[move]["distance"], 8, move)
        self.assertRegex(page.text("#moves .more"), r"^\d+ moves, at once$")
        self.assertEqual(page.text("#moves .more"), f"{len(quick)} moves, at once")
        page.click("#moves .more")
        self.assertEqual(page.count("#moves .group .move"), len(told))

    def test_a_list_that_goes_on_below_shows_it(self):
        page.open(PROVEN)
        self.assertEqual(page.attribute("#game-moves", "data-more"), "")
        self.assertEqual(page.attribute("#line", "data-more"), "below")
        page.script("document.getElementById('line').scrollTop = 10000")
        page.wait(lambda: page.attribute("#line", "data-more") == "above", "the end of the line")

    def test_the_switches_stand_side_by_side(self):
        page.open(PROVEN)
        tops = page.script("return [...document.querySelectorAll('.switches label')]"
                           ".map((node) => node.getBoundingClientRect().top)")
        self.assertEqual(len(set(tops)), 1)

    def test_a_finger_finds_targets_of_40_pixels(self):
        page.resize(390, 844)
        page.command("Emulation.setTouchEmulationEnabled", enabled=True)
        try:
            page.open(PROVEN)
            small = page.script(
                "return [...document.querySelectorAll('button, select, .logo, #controls label')]"
                ".filter((node) => node.offsetParent).map((node) => [node.id || node.className ||"
                " node.textContent, node.getBoundingClientRect()]).filter(([, box]) =>"
                " box.width < 40 || box.height < 40).map(([name]) => name)")
            self.assertEqual(small, [])
        finally:
            page.command("Emulation.setTouchEmulationEnabled", enabled=False)
            page.resize(1280, 860)

    def test_the_marks_of_the_report_leave_its_labels_alone(self):
        page.driver.get(serving.url + "/report")
        # As they stand on a board: those of the symbol itself are not drawn.
        right = page.script("""
            const board = document.querySelector('#D4 .board');
            const copy = [...document.querySelectorAll('#grid .label')].filter((label) =>
                /[0-9]/.test(label.textContent)).map((label) => label.cloneNode(true));
            board.append(...copy);
            return Math.max(...copy.map((label) => label.getBBox()).map((box) => box.x + box.width))""")
        left = page.script("const box = document.querySelector('#D4 rect.b0, #D4 rect.b1, #D4 rect.b2,"
                           " #D4 rect.b3').getBBox(); return [box.x, box.width]")
        # h7 is seven points to the right of the first.
        self.assertLess(right, left[0] - 7)

    def test_clicks_play_a_proven_win_to_its_end(self):
        page.open("h8h9i9")
        page.click_point("h7")
        page.shows(PROVEN)
        told = answer(PROVEN)
        self.assertIn(f"Black wins in at most {told['distance']} plies", page.text("#verdict"))
        self.assertIn("Yes, proven", page.text("#verdict"))
        self.assertIn("花月", page.text("#verdict"))
        self.assertTrue(page.exists(f'.mark[data-mark="{told["best"]}"] .best'))
        self.assertEqual(page.marks()["a1"], ["unknown", ""])
        moves = PROVEN + "".join(told["line"][:-5])
        opens(moves)
        page.shows(moves)
        while not answer(moves)["over"]:
            best = answer(moves)["best"]
            page.click_point(best)
            moves += best
            page.shows(moves)
        self.assertIn("The game is over: Black has won.", page.text("#verdict"))
        self.assertEqual(page.marks(), {})

    def test_the_main_line_can_be_stepped_through_and_played(self):
        page.open(PROVEN)
        line = answer(PROVEN)["line"]
        self.assertGreater(len(line), 10)
        shown = page.script("return [...document.querySelectorAll('#line .move')]"
                            ".map((node) => node.dataset.move)")
        self.assertEqual(shown, line)
        page.all("#line .move")[2].click()
        page.shows(PROVEN + "".join(line[:3]))
        self.assertEqual(page.texts(".board .stone.last text"), ["7"])
        page.click("[data-action=back]")
        page.shows(PROVEN + "".join(line[:2]))
        page.click("[data-action=last]")
        page.shows(PROVEN + "".join(line))
        self.assertIn("The game is over", page.text("#line"))
        page.click("[data-action=first]")
        page.shows("")
        page.click("[data-action=play]")
        page.wait(lambda: (page.position() or "").startswith("h8h9"), "the third position")
        page.click("[data-action=play]")
        self.assertEqual(page.attribute("[data-action=play]", "aria-label"), "Play the line")
        page.click("[data-action=first]")
        page.shows("")
        page.all("#game-moves .move")[4].click()
        page.shows(PROVEN)

    def test_take_back_forgets_the_move_and_back_does_not(self):
        page.open(PROVEN)
        page.click("[data-action=back]")
        page.shows("h8h9i9")
        page.click("[data-action=forward]")
        page.shows(PROVEN)
        page.click("[data-action=undo]")
        page.shows("h8h9i9")
        self.assertEqual(page.count("#game-moves .move"), 4)  # the start and three moves

    def test_why_opens_replies_and_the_answers_to_them(self):
        page.open(PROVEN)
        page.click("#tab-why")
        told = answer(PROVEN)
        self.assertIn(f"Black plays {told['best']}", page.text("#why .answer-head"))
        page.click("#why .opener")
        page.wait(lambda: page.exists("#why .branch .group"), "the replies")
        after = answer(PROVEN + told["best"])
        self.assertEqual(page.text("#why .branch .badge"),
                         str(max(one["distance"] for one in after["moves"])))
        self.assertEqual(page.text("#why .branch h3"), "Black wins")
        reply = page.attribute("#why .branch .group .move", "data-move")
        page.click("#why .branch .group .move")
        page.wait(lambda: page.exists("#why .branch .branch .answer"), "the answer")
        third = answer(PROVEN + told["best"] + reply)
        self.assertIn(f"Black plays {third['best']}", page.text("#why .branch .branch"))
        page.click("#why .branch .branch .show")
        page.shows(PROVEN + told["best"] + reply + third["best"])

    def test_why_shows_a_branch_as_a_preview_and_closes_again(self):
        page.open(PROVEN)
        page.click("#tab-why")
        page.script("document.querySelector('#why .opener').focus()")
        page.wait(lambda: page.count(".board .stone.preview") == 1, "the preview")
        self.assertEqual(page.position(), PROVEN)
        page.press(Keys.ENTER)
        page.wait(lambda: page.exists("#why .branch .group"), "the replies")
        page.press(Keys.ENTER)
        page.wait(lambda: not page.exists("#why .branch"), "the closed branch")

    def test_foul_points_are_crossed_and_cannot_be_played(self):
        page.open()
        opens(FOUL_AT_H8)
        page.wait(lambda: page.position() is not None, "the set-up")
        self.assertEqual(page.marks()["h8"][0], "foul")
        self.assertTrue(page.exists('.mark[data-mark="h8"] .cross'))
        page.click_point("h8")
        page.wait(lambda: "h8 is a foul" in page.message(), "the message")
        self.assertEqual(len(page.stones()), 8)
        page.click_point("h15")
        page.wait(lambda: len(page.stones()) == 9, "the ninth stone")
        page.wait(lambda: (page.position() or "").endswith("/w"), "White's turn")
        # White may play there; that Black may not is still shown.
        self.assertEqual(page.count(".board .trap"), 1)
        self.assertTrue(page.exists('.mark[data-mark="h8"] .trap'))
        self.assertIn("foul for Black", page.attribute('.point[data-move="h8"]', "aria-label"))

    def test_positions_can_be_typed_and_pasted_in_many_forms(self):
        page.open()
        for text in ["D4 h7", "4d H7", "1. h8 h9 2. i9 h7", "H8-H9-I9-H7", "h8, h9, i9, h7",
                     "1 h8 2 h9 3 i9 4 h7"]:
            opens("h8")
            page.shows("h8")
            opens(text)
            page.shows(PROVEN)
        opens("h8i9/h9h7/b")
        page.wait(lambda: page.position() == "h8i9/h7h9/b", "the set-up in the service's form")
        self.assertEqual(page.texts(".board .stone text"), [])

    def test_what_is_no_position_is_said_and_nothing_changes(self):
        page.open(PROVEN)
        for text, reason in [("h8h8", "occupied"), ("z9", "z9"), ("D14", "D14"),
                             ('<img src=x onerror="alert(1)">', "<img")]:
            opens(text)
            page.wait(lambda: reason in page.message(), f"a message about {text!r}")
            self.assertIn("Not a position", page.message())
            self.assertEqual(page.position(), PROVEN)
            self.assertEqual(len(page.stones()), 4)
        self.assertEqual(page.count("img[src=x]"), 0)
        page.click_point("h8")
        page.wait(lambda: "occupied" in page.message(), "a message about the occupied point")

    def test_a_pass_is_offered_where_it_is_allowed(self):
        page.open(PROVEN)
        self.assertFalse(page.one("[data-action=pass]").is_enabled())
        opens(SIX)
        page.shows(SIX)
        self.assertTrue(page.one("[data-action=pass]").is_enabled())
        page.click("[data-action=pass]")
        page.wait(lambda: (page.position() or "").endswith(",pass"), "the pass")
        self.assertIn("White to move", page.text("#verdict"))
        self.assertEqual(len(page.stones()), 6)
        page.click("[data-action=pass]")
        page.wait(lambda: "a draw" in page.text("#verdict"), "the draw")

    def test_the_view_turns_into_eight_and_the_position_stays(self):
        page.open("h8h9j10")
        seen = set()

        def place():
            return tuple(page.script(
                "return [...document.querySelectorAll('.board .stone circle:first-child')]"
                ".map((node) => node.getAttribute('cx') + ' ' + node.getAttribute('cy'))"))

        for _ in range(2):
            for _ in range(4):
                seen.add(place())
                page.click("[data-action=rotate]")
            page.click("[data-action=mirror]")
        self.assertEqual(len(seen), 8)
        page.click("[data-action=rotate]")
        # Turned clockwise the file of a lies above, and the letters run down the left edge.
        self.assertEqual(page.texts(".coordinate")[:4], ["1", "o", "2", "n"])
        page.click_point("h7")
        page.shows("h8h9j10h7")

    def test_the_address_reopens_the_position_and_the_browser_goes_back(self):
        page.open()
        opens("D4 h7")
        page.shows(PROVEN)
        self.assertTrue(page.driver.current_url.endswith("/#" + PROVEN))
        page.click_point("g7")
        page.shows(PROVEN + "g7")
        page.driver.back()
        page.shows(PROVEN)
        page.driver.forward()
        page.shows(PROVEN + "g7")
        page.driver.refresh()
        page.shows(PROVEN + "g7")
        page.driver.back()
        page.shows(PROVEN)
        page.driver.back()
        page.wait(lambda: page.exists("#front:not([hidden]) .card"), "the front page")
        page.open("D4%20h7?goal=white")
        page.shows(PROVEN)
        self.assertIn("No, disproven", page.text("#verdict"))
        page.script("const goal = document.getElementById('goal'); goal.value = 'black';"
                    "goal.dispatchEvent(new Event('change'))")
        page.wait(lambda: "Yes, proven" in page.text("#verdict"), "the other question")
        self.assertTrue(page.driver.current_url.endswith("/#" + PROVEN))
        page.open("%E0%A4%A")
        page.wait(lambda: "Not a position" in page.message(), "a message about a broken address")

    def test_the_keyboard_does_what_the_buttons_do(self):
        page.open(PROVEN)
        best = answer(PROVEN)["best"]
        body = page.one("body")
        body.send_keys(Keys.ENTER)
        page.shows(PROVEN + best)
        body.send_keys(Keys.ARROW_LEFT)
        page.shows(PROVEN)
        body.send_keys(Keys.ARROW_RIGHT)
        page.shows(PROVEN + best)
        body.send_keys(Keys.HOME)
        page.shows("")
        body.send_keys(Keys.END)
        page.shows(PROVEN + best)
        body.send_keys("u")
        page.shows(PROVEN)
        body.send_keys("r")
        self.assertEqual(page.texts(".coordinate")[:2], ["1", "o"])
        page.script("document.body.dispatchEvent(new KeyboardEvent('keydown',"
                    "{key: 'ь', code: 'KeyM', bubbles: true}))")  # m on a Russian keyboard
        self.assertEqual(page.texts(".coordinate")[:2], ["15", "o"])
        body.send_keys("p")
        page.wait(lambda: "A pass is not allowed" in page.message(), "a message about the pass")
        body.send_keys("?")
        page.wait(lambda: page.exists("#help[open] kbd"), "the help")
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.exists("#help[open]"), "the closed help")
        body.send_keys("/")
        self.assertEqual(page.script("return document.activeElement.id"), "position-text")

    def test_the_board_can_be_played_from_the_keyboard(self):
        page.open("h8h9i9")
        page.one("body").send_keys("b")
        focused = "return document.activeElement.dataset.move"
        self.assertEqual(page.script(focused), "h8")
        page.press(Keys.ARROW_DOWN)
        self.assertEqual(page.script(focused), "h7")
        self.assertEqual(page.count('.point[tabindex="0"]'), 1)
        outline = page.script("return getComputedStyle(document.activeElement.firstChild).stroke")
        self.assertNotIn("none", outline)
        page.press(Keys.ENTER)
        page.shows(PROVEN)

    def test_russian_is_chosen_by_the_browser_or_by_hand(self):
        page.open("h8h9i9")
        self.assertEqual(page.attribute("html", "lang"), "en")
        page.script("const choice = document.getElementById('language'); choice.value = 'ru';"
                    "choice.dispatchEvent(new Event('change'))")
        page.wait(lambda: "Ход белых" in page.text("#verdict"), "the Russian verdict")
        self.assertIn("Кагэцу", page.text("#verdict"))
        self.assertIn("花月", page.text("#verdict"))
        page.open(PROVEN)
        self.assertRegex(page.text("#verdict"), r"Чёрные выигрывают не более чем за \d+ ход")
        self.assertEqual(page.attribute("html", "lang"), "ru")
        russian = Page(serving.url, language="ru-RU")
        try:
            russian.open()
            self.assertEqual(russian.attribute("html", "lang"), "ru")
            self.assertIn("26", russian.text(".intro"))
            self.assertIn("цветочная луна", russian.text('.card[data-code="D4"]'))
        finally:
            russian.close()

    def test_chinese_and_japanese_can_be_chosen(self):
        for language, verdict, opening in [("zh", "轮到白方", "huāyuè"), ("ja", "白番", "かげつ")]:
            page.open("h8h9i9")
            page.choose("language", language)
            page.wait(lambda: verdict in page.text("#verdict"), f"the verdict in {language}")
            self.assertIn("花月", page.text("#verdict"))
            self.assertIn(opening, page.text("#verdict"))
            self.assertEqual(page.attribute("html", "lang"), language)
            foreign = Page(serving.url, language=language)
            try:
                foreign.open()
                self.assertEqual(foreign.attribute("html", "lang"), language)
            finally:
                foreign.close()

    def test_every_language_has_every_text_with_the_same_values(self):
        page.open()
        texts, openings = page.driver.execute_async_script(
            "const done = arguments[0];"
            "Promise.all([import('/strings.js'), import('/openings.js')])"
            ".then(([{STRINGS}, {OPENINGS}]) => done([STRINGS, OPENINGS]))")

        def values(text):
            forms = text if isinstance(text, dict) else {"other": text}
            return {form: set(re.findall(r"{\w+}", said)) for form, said in forms.items()}

        self.assertEqual(set(texts), {"en", "ru", "zh", "ja"})
        for language, own in texts.items():
            self.assertEqual(set(own), set(texts["en"]), language)
            for key, text in own.items():
                for used in values(text).values():
                    self.assertEqual(used, values(texts["en"][key])["other"], (language, key))
        for language, names in openings.items():
            self.assertEqual(len(names), 26, language)

    def test_dark_colours_follow_the_system_or_the_choice(self):
        page.open(PROVEN)

        def background():
            return page.script("return getComputedStyle(document.body).backgroundColor")

        light = background()
        page.command("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": "dark"}])
        dark = background()
        self.assertNotEqual(light, dark)
        choose = ("const choice = document.getElementById('theme'); choice.value = arguments[0];"
                  "choice.dispatchEvent(new Event('change'))")
        page.script(choose, "light")
        self.assertEqual(background(), light)
        page.command("Emulation.setEmulatedMedia", features=[])
        page.script(choose, "dark")
        self.assertEqual(background(), dark)

    def test_a_phone_shows_the_board_in_full_width(self):
        page.resize(390, 844)
        try:
            page.open(PROVEN)
            box = page.script("const box = document.querySelector('.board').getBoundingClientRect();"
                              "return [box.left, box.width]")
            self.assertEqual(box, [0, 390])
            self.assertEqual(page.script("return document.documentElement.scrollWidth"), 390)
            page.click_point("g7")
            page.shows(PROVEN + "g7")
            page.open()
            self.assertEqual(page.script("return document.documentElement.scrollWidth"), 390)
        finally:
            page.resize(1280, 860)

    def test_a_service_that_does_not_answer_is_said_and_asked_again(self):
        page.open("h8h9i9")
        page.command("Network.enable")
        page.command("Network.emulateNetworkConditions", offline=True, latency=0,
                     downloadThroughput=0, uploadThroughput=0)
        page.click_point("h7")
        page.wait(lambda: "does not answer" in page.message(), "a message")
        self.assertEqual(page.position(), "h8h9i9")
        self.assertEqual(len(page.stones()), 3)
        page.command("Network.emulateNetworkConditions", offline=False, latency=0,
                     downloadThroughput=-1, uploadThroughput=-1)
        page.click("#message button")
        page.shows(PROVEN)
        self.assertEqual(page.message(), "")

    def test_a_question_that_is_not_answered_is_not_kept(self):
        page.open(PROVEN)
        page.command("Network.enable")
        page.command("Network.setBlockedURLs", urls=["*goal=white*"])
        ask = ("const goal = document.getElementById('goal'); goal.value = 'white';"
               "goal.dispatchEvent(new Event('change'))")
        page.script(ask)
        page.wait(lambda: "does not answer" in page.message(), "a message")
        page.click("[data-action=back]")  # asked for Black again
        page.shows("h8h9i9")
        self.assertTrue(page.driver.current_url.endswith("/#h8h9i9"))
        page.command("Network.setBlockedURLs", urls=[])

    def test_nothing_comes_from_elsewhere(self):
        page.open(PROVEN)
        hosts = page.script("return performance.getEntriesByType('resource')"
                            ".map((entry) => new URL(entry.name).origin)")
        self.assertEqual(set(hosts), {serving.url})
        self.assertEqual(page.count("[style]"), 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
