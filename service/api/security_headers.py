"""The headers that tell a browser what it may do with a response; every response gets them."""

NO_SNIFF = ("X-Content-Type-Options", "nosniff")
# An answer is data: a browser that shows one loads nothing, runs nothing, and frames it nowhere.
DATA_POLICY = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
# The documentation has its own scripts and styles, and one script inside of its page.
PAGE_POLICY = (
    "Content-Security-Policy",
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
)
COMMON = [NO_SNIFF]
DATA = [NO_SNIFF, DATA_POLICY]
PAGE = [NO_SNIFF, PAGE_POLICY, ("Referrer-Policy", "no-referrer")]


def common_headers(status: int, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What to add to these headers. A policy of the view is kept; a 304 must not change that of the stored page."""
    if status == 304:
        return COMMON
    media_type = ""
    for name, value in headers:
        if name == "Content-Security-Policy":
            return COMMON
        if name == "Content-Type":
            media_type = value
    return PAGE if media_type.startswith("text/html") else DATA
