"""The report in a real browser: quiet, within its width, stepped through, deaf to strangers."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.referee.record import DealRecord, SessionRecord
from barbu_arena.report.replay_data import replay_data
from barbu_arena.report.report_page import report_page
from tests.report_pages import LEAGUE, WITH_FAULTS, hostile_facts, records_of, report_facts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RECORDS = records_of(LEAGUE)
FAULTY = records_of(WITH_FAULTS)[0]
PHONE, DESK = 390, 1280

# What the viewer shows, taken at once: waiting for each part would take minutes in all.
SHOWN = """() => {
  const viewer = document.getElementById("viewer");
  const rows = [...document.querySelectorAll("#v-scores tbody tr")];
  return {
    deal: Number(viewer.dataset.deal),
    step: Number(viewer.dataset.step),
    title: document.getElementById("v-title").textContent,
    story: document.getElementById("v-story").textContent,
    scores: Object.fromEntries(rows.map((row) => [
      row.cells[0].textContent,
      [...row.cells].slice(1).map((cell) => Number(cell.textContent.replace("−", "-"))),
    ])),
    doubles: [...document.querySelectorAll("#v-doubles .doubles li")].map((li) => li.textContent),
    faults: [...document.querySelectorAll("#v-doubles .faults li")].map((li) => li.textContent),
    plays: document.querySelectorAll("#v-plays li").length,
    left: document.querySelectorAll(".hand span:not(.suit)").length,
  };
}"""


@dataclass
class Visit:
    """A page that was opened, and all that it did besides."""

    page: "Page"
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(SHOWN)
        return found

    def press(self, key: str) -> dict[str, Any]:
        self.page.keyboard.press(key)
        return self.shown()

    def wider_than_the_window(self) -> int:
        """Return by how many pixels the page would have to be scrolled sideways."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        return int(wide)


Open = Callable[..., Visit]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reports")
    whole = report_facts([*RECORDS, FAULTY], [FAULTY, RECORDS[0]])
    (folder / "plain.html").write_text(report_page(whole), "utf-8")
    (folder / "hostile.html").write_text(report_page(hostile_facts()), "utf-8")
    return folder


@pytest.fixture
def visit(browser: "Browser", files: Path) -> Iterator[Open]:
    opened: list[Page] = []

    def open_page(name: str = "plain", width: int = DESK, dark: bool = False) -> Visit:
        scheme: Literal["dark", "light"] = "dark" if dark else "light"
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        opened.append(page)
        found = Visit(page)
        page.on("console", lambda message: found.said.append(message.text))
        page.on("pageerror", lambda error: found.said.append(str(error)))
        page.on("dialog", lambda dialog: found.said.append(dialog.message))
        page.on("request", lambda request: found.asked.append(request.url))
        page.goto((files / f"{name}.html").as_uri())
        return found

    yield open_page
    for page in opened:
        page.close()


@pytest.mark.parametrize("name", ["plain", "hostile"])
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_page_fits_its_window_and_is_quiet(visit: Open, name: str, width: int) -> None:
    found = visit(name, width)
    assert found.wider_than_the_window() == 0
    found.page.evaluate(
        "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    )
    assert found.wider_than_the_window() == 0
    found.page.locator("#v-next").focus()
    for key in ("ArrowRight", "End", "Shift+ArrowRight"):
        found.press(key)
        assert found.wider_than_the_window() == 0
    assert found.said == []
    assert [url.partition("://")[0] for url in found.asked] == ["file"]


def test_the_policy_is_in_force(visit: Open) -> None:
    found = visit()
    found.page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.came = 'script'";
          document.body.append(script);
          const image = document.createElement("img");
          image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
          document.body.append(image);
        }"""
    )
    assert found.page.evaluate("window.came") is None
    assert any("Content Security Policy" in text for text in found.said)


def test_dark_is_dark_and_paper_is_light(visit: Open) -> None:
    light, dark = visit(), visit(dark=True)
    assert brightness(light) > 200
    assert brightness(dark) < 60
    dark.page.emulate_media(media="print")
    assert brightness(dark) > 200
    assert dark.page.locator("#viewer").is_hidden()
    assert dark.page.locator("#standings svg").first.is_visible()


def brightness(found: Visit) -> float:
    rgb = found.page.evaluate("getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g)")
    return sum(map(int, rgb[:3])) / 3


def test_a_whole_session_is_stepped_through(visit: Open) -> None:
    """Every moment of a session, by the arrow key alone, against its record."""
    found = visit()
    found.page.locator("#viewer").scroll_into_view_if_needed()
    moments = iter([found.shown(), *all_moments(found)])
    scores = [0, 0, 0, 0]
    for deal in FAULTY.deals:
        shown = next(moments)
        assert (shown["deal"], shown["step"], shown["left"]) == (deal.deal, 0, 52)
        assert shown["title"].startswith(f"Deal {deal.deal} of 28: {deal.contract}")
        shown = next(moments)
        assert shown["step"] == 1
        assert [text.rpartition(" (")[0] for text in shown["doubles"]] == doubles_of(FAULTY, deal)
        assert shown["scores"]["session"] == scores
        plays = 0
        while "deal" not in (shown := next(moments))["scores"]:
            plays += 1
            assert shown["plays"] == plays
            assert shown["story"].startswith((f"Trick {plays}: ", f"Round {plays}: "))
        scores = [a + b for a, b in zip(scores, deal.adjusted, strict=True)]
        assert shown["scores"]["raw"] == list(deal.raw)
        assert shown["scores"]["deal"] == list(deal.adjusted)
        assert shown["scores"]["session"] == scores
        assert shown["left"] == 52 - sum(play != "--" for play in deal.plays)
        assert moved(shown["doubles"], "alpha") == deal.adjusted[0] - deal.raw[0]
    shown = next(moments)
    assert shown["scores"]["total"] == list(FAULTY.totals)
    assert shown["scores"]["penalties"] == list(FAULTY.fault_penalties)
    assert list(moments) == [shown]
    assert found.said == []


def all_moments(found: Visit) -> list[dict[str, Any]]:
    """Press the arrow until the session is over, and once more; return what each press showed."""
    found.page.evaluate(
        f"""() => {{
          window.moments = [];
          document.addEventListener("keydown", () => window.moments.push(({SHOWN})()));
        }}"""
    )
    data = replay_data(FAULTY, load_rules("modern"))
    steps = sum(3 + len(deal.get("tricks") or deal["turns"]) for deal in data["deals"])
    for _ in range(steps + 1):
        found.page.keyboard.down("ArrowRight")
    moments: list[dict[str, Any]] = found.page.evaluate("window.moments")
    return moments


def moved(doubles: list[str], bot: str) -> int:
    """Return the points that doubles brought a bot, by what the viewer says of each."""
    own = sum(worth(text) for text in doubles if text.startswith(f"{bot} doubled "))
    return own - sum(worth(text) for text in doubles if f" doubled {bot} " in text)


def doubles_of(record: SessionRecord, deal: DealRecord) -> list[str]:
    """Return who doubled whom in a deal."""
    bots = record.bots
    return [
        f"{bots[seat]} doubled {bots[target]}"
        for seat, targets in deal.calls or ()
        for target in targets
    ]


def worth(text: str) -> int:
    return int(text.rpartition(" ")[2].replace("−", "-"))


def test_tricks_add_up_on_the_way(visit: Open) -> None:
    found = visit()
    found.page.locator("#v-next").click()
    shown = found.shown()
    sums = [0, 0, 0, 0]
    raws = [shown["scores"]["raw"]]
    while "deal" not in (shown := found.press("ArrowRight"))["scores"]:
        raws.append(shown["scores"]["raw"])
    assert raws[0] == sums
    assert raws[-1] == list(FAULTY.deals[0].raw)
    changes = [sum(a != b for a, b in zip(x, y, strict=True)) for x, y in pairwise(raws)]
    assert max(changes) == 1


def test_keys_lead_back_and_from_deal_to_deal(visit: Open) -> None:
    found = visit()
    found.page.locator("#viewer").scroll_into_view_if_needed()
    assert found.press("ArrowLeft")["step"] == 0
    last = found.press("Shift+ArrowRight")
    assert (last["deal"], last["step"]) == (2, 0)
    assert found.press("ArrowLeft")["deal"] == 1
    assert "deal" in found.shown()["scores"]
    assert found.press("Shift+ArrowLeft")["step"] == 0
    assert found.press("End")["step"] == 0  # of the page, as long as nothing here has the focus
    found.page.locator("#v-next").focus()
    assert "deal" in found.press("End")["scores"]
    assert found.press("Home")["step"] == 0


def test_deals_and_sessions_are_chosen_from_lists(visit: Open) -> None:
    found = visit()
    found.page.locator("#v-deal").select_option("4")
    shown = found.shown()
    assert (shown["deal"], shown["step"]) == (5, 0)
    assert shown["faults"] == ["seat 1: crash at double 1; retired for the session"]
    found.page.locator("#v-session").select_option("1")
    assert found.shown()["title"].startswith(f"Deal 1 of 28: {RECORDS[0].deals[0].contract}")
    # A list that has the focus keeps its keys.
    found.page.locator("#v-session").focus()
    found.page.keyboard.press("ArrowRight")
    assert found.shown()["step"] == 0


def test_without_scripts_the_tables_are_there(browser: "Browser", files: Path) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto((files / "plain.html").as_uri())
    assert page.locator("#viewer").is_hidden()
    assert page.get_by_text("Stepping through a session needs JavaScript").is_visible()
    page.get_by_text("Score sheet of session 10.1.1").first.click()
    assert page.get_by_role("table", name="Score sheet of session 10.1.1").is_visible()
    page.close()


def test_keys_do_nothing_where_the_viewer_is_out_of_sight(visit: Open) -> None:
    found = visit()
    found.page.evaluate("window.scrollTo(0, 0)")
    assert found.press("ArrowRight")["step"] == 0


def test_what_can_be_reached_by_tab_shows_that_it_has_the_focus(visit: Open) -> None:
    found = visit()
    found.page.keyboard.press("Tab")
    outline = found.page.evaluate(
        "[document.activeElement.className, getComputedStyle(document.activeElement).outlineStyle]"
    )
    assert outline == ["skip", "solid"]


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_hostile_names_stay_text(visit: Open, width: int) -> None:
    found = visit("hostile", width)
    page = found.page
    names = page.locator("#standings tbody th").all_text_contents()
    assert '<img src=x onerror="alert(1)">' in names
    assert "</script><script>alert(1)</script>" in names
    page.locator("#v-next").focus()
    for key in ("ArrowRight", "End", "Shift+ArrowRight", "ArrowRight", "ArrowRight"):
        found.press(key)
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 3
    assert any("<" in text for text in page.locator("#viewer h4").all_text_contents())
    assert found.said == []
