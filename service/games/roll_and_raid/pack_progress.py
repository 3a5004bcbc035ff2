"""What is still to be typed in of a pack: parts that are missing or unfinished, and what is made up."""

from collections.abc import Iterator

from msgspec import UNSET

from schemas.roll_and_raid_pack import PARTS, Pack, Storage
from service.games.roll_and_raid.pack import provenance_of
from service.games.roll_and_raid.pack_texts import GUIDE, said
from service.referee.game import Problem


def still_to_do(pack: Pack) -> Iterator[Problem]:
    yield from _missing(pack)
    yield from _unfinished(pack)
    yield from _stand_ins(pack)


def _missing(pack: Pack) -> Iterator[Problem]:
    missing = [part for part in PARTS if getattr(pack, part) is UNSET]
    for part in missing:
        needs, without = GUIDE[part]
        place = {"place": PARTS.index(part) + 1, "parts": len(PARTS), "part": part}
        key = "next" if part == missing[0] else "missing"
        yield "warning", f"/{part}", said(key, **place, needs=needs, without=without)


def _unfinished(pack: Pack) -> Iterator[Problem]:
    for place, part in enumerate(pack.unfinished):
        content = getattr(pack, part)
        if content is UNSET:
            yield "warning", f"/unfinished/{place}", said("unfinished-missing", part=part)
        else:
            entries = content.hexagons if isinstance(content, Storage) else content
            yield "warning", f"/{part}", said("unfinished", part=part, count=len(entries))


def _stand_ins(pack: Pack) -> Iterator[Problem]:
    for part in PARTS:
        content = getattr(pack, part)
        if content is UNSET:
            continue
        entries = content if isinstance(content, tuple) else (content,)
        made_up = [place for place, entry in enumerate(entries) if provenance_of(pack, entry) == "stand-in"]
        if not made_up:
            continue
        if isinstance(content, tuple):
            message = said("stand-ins", made_up=len(made_up), count=len(entries), part=part)
            yield "warning", f"/{part}/{made_up[0]}/provenance", message
        else:
            yield "warning", f"/{part}/provenance", said("stand-in", part=part)
