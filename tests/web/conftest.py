"""The names that tests of the page use; the fixtures are in ``browser.py``."""

from tests.web.browser import ARGUMENTS, LANGUAGES, PHONE, Phone, Shop, chromium, served

__all__ = ["ARGUMENTS", "LANGUAGES", "PHONE", "Phone", "Shop", "chromium", "served"]
