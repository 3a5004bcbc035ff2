"""Draws the page's icons anew from ``icon.svg``: ``python -m tests.web.icons``."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.web.conftest import ARGUMENTS, chromium

FOLDER = Path(__file__).parents[2] / "service" / "web"
GREEN = "#1f5135"
ICONS = {  # the size, and how much of it the drawing takes: phones cut a maskable icon to a circle
    "icon-192.png": (192, 1.0, "transparent"),
    "icon-512.png": (512, 1.0, "transparent"),
    "icon-maskable.png": (512, 0.72, GREEN),
    "apple-touch-icon.png": (180, 0.9, GREEN),
}


def main() -> None:
    drawing = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name, (size, part, background) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0; display: grid; place-items: center; height: 100vh; "
                f"background: {background} }}"
                f" svg {{ width: {part:.0%} }}</style>{drawing}"
            )
            shot = Image.open(BytesIO(page.screenshot(omit_background=True)))
            shot.quantize(32).save(FOLDER / name, optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
