"""Pictures in the format that the client accepts: SVG, or PNG where it can be drawn."""

from flask import Response, g, request

from service.api.problems import Problem
from service.api.responses import etag_of
from service.api.work_limits import EXPENSIVE_STEPS
from service.cache import Cache, Entry, key_of
from service.operations import png
from service.operations.answering import Answered
from service.operations.question import TooCostly, Work

SVG, PNG = "image/svg+xml", "image/png"
NO_PNG = "This server draws no PNG pictures: it lacks the extra `png` or a font. Ask for image/svg+xml."


def accepted_format() -> str:
    """PNG if the client prefers it, else SVG, also for an Accept header that names neither."""
    accepted = request.accept_mimetypes
    if accepted.best_match([SVG, PNG]) != PNG:
        return SVG
    if png.can_draw():
        return PNG
    if accepted[SVG] > 0:
        return SVG
    raise Problem(406, NO_PNG, headers=[("Vary", "Accept")])


def as_png(answered: Answered, cache: Cache | None, work: Work) -> Answered:
    """The SVG document of an answer as PNG, cached by what is drawn and by what draws it. None: it is not cached."""
    svg, _ = answered
    steps = png.cost(svg.body)  # before the cache: whether a picture is refused must not depend on it
    key = key_of("png", png.renderer(), svg.case_id, svg.body)
    found, tier = cache.get(key) if cache is not None else (None, "off")
    if found is not None:
        return Answered(found, tier)
    work.budget.used += steps  # for the rate limit; its bound is that of `png.cost`
    if steps > EXPENSIVE_STEPS:
        g.enter_expensive()
    work.deadline.check("/state")
    entry = Entry(body=png.draw(svg.body), case_id=svg.case_id)
    if len(entry.body) > work.most_answer_bytes:
        raise TooCostly("/width", f"The answer would have more than {work.most_answer_bytes} bytes: ask for less.")
    if cache is not None:
        cache.put(key, entry)
    return Answered(entry, tier)


def add_picture_headers(response: Response, answered: Answered) -> Response:
    """Add ``Vary`` and ``ETag``.

    A case has the same SVG document for ever; its PNG depends on fonts, too.
    """
    response.vary.add("Accept")
    entry = answered.entry
    response.set_etag(etag_of(entry.body) if response.mimetype == PNG else entry.case_id)
    return response
