"""The pages in a real browser: headless Chromium or Chrome, if one is installed.

With ``PROMO_TEST_BROWSER=required`` in the environment these tests fail without one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from operator import mul
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from promo_cli.coverage.html.names import page_name
from tests.cli.conftest import Project

from .conftest import PROGRAM

pytestmark = pytest.mark.slow

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESKTOP, PHONE = (1200, 900), (390, 844)


def found(*names: str) -> str | None:
    return next((path for name in names if (path := shutil.which(name)) is not None), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    program, driver = found(*BROWSERS), found("chromedriver")
    if program is None or driver is None:
        reason = "no Chromium or Chrome with its chromedriver on the PATH: no page was looked at"
        assert os.environ.get("PROMO_TEST_BROWSER") != "required", reason
        pytest.skip(reason)
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = webdriver.Chrome(options, Service(driver))
    yield started
    started.quit()


@pytest.fixture(scope="module")
def pages(shared: Project) -> Path:
    shared.write("wide.py", f"TEXT = {'long ' * 60!r}\n")
    done = shared.promo_here("coverage", *PROGRAM, "wide.py", "--html", "pages")
    assert done.status == 0, done.err
    return shared.folder / "pages"


def look(browser: webdriver.Chrome, page: Path, size: tuple[int, int], scheme: str) -> None:
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.get(page.as_uri())


def expression(browser: webdriver.Chrome, text: str) -> WebElement:
    every = browser.find_elements(By.CLASS_NAME, "e")
    return next(each for each in every if each.get_attribute("textContent") == text)


def tip(browser: webdriver.Chrome) -> str | None:
    shown = browser.find_element(By.ID, "tip")
    return shown.text if shown.is_displayed() else None


def column(browser: webdriver.Chrome, number: int) -> list[str]:
    cells = browser.find_elements(By.CSS_SELECTOR, f"tbody tr > :nth-child({number})")
    return [each.text for each in cells]


def focused(browser: webdriver.Chrome) -> str | None:
    return browser.switch_to.active_element.get_attribute("textContent")


UNKNOWN_SUM = """\
Array[Any]
lost by field w of Net in model.py:7
lost by result of encode in model.py:13"""


def test_the_pointer_shows_the_dtype(browser: webdriver.Chrome, pages: Path) -> None:
    look(browser, pages / page_name("train.py"), DESKTOP, "light")
    assert tip(browser) is None
    for text, said in (("jnp.ones((3, 3))", "Array[float32]"), ("d", UNKNOWN_SUM)):
        ActionChains(browser).move_to_element(expression(browser, text)).perform()
        assert tip(browser) == said
    ActionChains(browser).move_to_element(browser.find_element(By.TAG_NAME, "h1")).perform()
    assert tip(browser) is None


def test_a_part_is_shown_before_its_whole(browser: webdriver.Chrome, pages: Path) -> None:
    look(browser, pages / page_name("model.py"), DESKTOP, "light")
    whole = expression(browser, "x @ self.w")
    part = whole.find_element(By.CLASS_NAME, "e")
    ActionChains(browser).move_to_element(part).perform()
    assert tip(browser) == "Array[float32]"


def test_the_keyboard_shows_the_dtype(browser: webdriver.Chrome, pages: Path) -> None:
    look(browser, pages / page_name("evaluate.py"), DESKTOP, "light")
    body = browser.find_element(By.TAG_NAME, "body")
    body.send_keys("n")
    assert focused(browser) == "score"
    assert (tip(browser) or "").startswith("Array[Any]\nlost by result of encode")
    assert browser.switch_to.active_element.get_attribute("aria-describedby") == "tip"
    browser.switch_to.active_element.send_keys(Keys.TAB)
    assert focused(browser) == "encode(jnp.ones(3)).mean()"
    browser.switch_to.active_element.send_keys("p")
    assert focused(browser) == "score"
    browser.switch_to.active_element.send_keys("p")
    assert focused(browser) == "jnp.exp(nothing.ratio())"
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert tip(browser) is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tap_shows_the_dtype_on_a_phone(
    scheme: str, browser: webdriver.Chrome, pages: Path
) -> None:
    look(browser, pages / page_name("train.py"), PHONE, scheme)
    expression(browser, "d").click()
    assert tip(browser) == UNKNOWN_SUM
    place = browser.find_element(By.ID, "tip").rect
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= PHONE[0]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", ["index", "train.py", "wide.py"])
def test_pages_are_not_wider_than_the_screen(
    path: str, size: tuple[int, int], browser: webdriver.Chrome, pages: Path
) -> None:
    page = pages / ("index.html" if path == "index" else page_name(path))
    look(browser, page, size, "light")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= size[0]
    log = browser.get_log("browser")  # type: ignore[no-untyped-call]
    assert log == []


def test_the_table_of_files_fits_a_phone(browser: webdriver.Chrome, pages: Path) -> None:
    """A long path ends its line behind a slash, and no column is behind the edge."""
    look(browser, pages / "index.html", PHONE, "light")
    table = browser.find_element(By.CLASS_NAME, "scroll")
    link = browser.find_element(By.CSS_SELECTOR, "tbody a")
    browser.execute_script(
        "arguments[0].innerHTML = 'package/module/'.repeat(3).replaceAll('/', '/<wbr>')", link
    )
    width, seen = browser.execute_script(
        "return [arguments[0].scrollWidth, arguments[0].clientWidth]", table
    )
    assert width <= seen


def contrast(colours: tuple[str, str]) -> float:
    """The contrast of two colours, as WCAG defines it."""

    def luminance(colour: str) -> float:
        parts = [float(each) / 255 for each in colour[colour.index("(") + 1 : -1].split(",")[:3]]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        total: float = sum(map(mul, (0.2126, 0.7152, 0.0722), linear))
        return total

    dark, light = sorted(map(luminance, colours))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_can_be_read(scheme: str, browser: webdriver.Chrome, pages: Path) -> None:
    look(browser, pages / page_name("train.py"), DESKTOP, scheme)
    script = """
    const background = (each) => {
      const colour = getComputedStyle(each).backgroundColor;
      if (colour !== "rgba(0, 0, 0, 0)") return colour;
      return each.parentElement ? background(each.parentElement) : "rgb(255, 255, 255)";
    };
    return [...document.querySelectorAll("h1, p, a, summary, code, .e, .k, .s, .m")].map(
      (each) => [getComputedStyle(each).color, background(each)]);
    """
    pairs = {tuple(each) for each in browser.execute_script(script)}
    assert len(pairs) > 4
    assert {pair: contrast(pair) for pair in pairs if contrast(pair) < 4.5} == {}
    paper = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (contrast((paper, "rgb(255, 255, 255)")) < 2) == (scheme == "light")


def test_the_index_sorts(browser: webdriver.Chrome, pages: Path) -> None:
    look(browser, pages / "index.html", DESKTOP, "light")
    names = sorted([*PROGRAM, "wide.py"])
    assert column(browser, 1) == names
    heads = browser.find_elements(By.CSS_SELECTOR, "thead th")
    heads[1].find_element(By.TAG_NAME, "button").click()
    assert column(browser, 2) == ["18", "11", "6", "0"]
    assert [each.get_attribute("aria-sort") for each in heads][:2] == ["none", "descending"]
    heads[1].find_element(By.TAG_NAME, "button").send_keys(Keys.ENTER)
    assert column(browser, 2) == ["0", "6", "11", "18"]
    heads[3].find_element(By.TAG_NAME, "button").click()
    assert column(browser, 4) == ["-", "50.0 %", "18.2 %", "16.7 %"]
    heads[0].find_element(By.TAG_NAME, "button").click()
    assert column(browser, 1) == names
    heads[0].find_element(By.TAG_NAME, "button").click()
    assert column(browser, 1) == names[::-1]


def test_links_work(browser: webdriver.Chrome, pages: Path) -> None:
    look(browser, pages / "index.html", DESKTOP, "light")
    browser.find_element(By.LINK_TEXT, "model.py:13").click()
    assert browser.current_url.endswith(f"{page_name('model.py')}#L13")
    target = browser.find_element(By.CSS_SELECTOR, ":target")
    assert "def encode" in target.text
    browser.find_element(By.LINK_TEXT, "All files").click()
    browser.find_element(By.LINK_TEXT, "train.py").click()
    browser.find_element(By.TAG_NAME, "summary").click()
    browser.find_element(By.LINK_TEXT, "model.py:7").click()
    assert "w: Array" in browser.find_element(By.CSS_SELECTOR, ":target").text
