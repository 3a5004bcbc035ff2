"""``python -m tests.qa.perft``: count everything anew and write the page."""

import time

from tests.our_games import GAMES
from tests.qa.perft.counting import MIDDLE, PAGE, counted, page

AT_MOST = 20_000


def main() -> None:
    rows = []
    for game in GAMES:
        for players in range(game.meta.players[0], game.meta.players[1] + 1):
            for after in (0, MIDDLE):
                began = time.perf_counter()
                rows.append(row := counted(game, players, after, AT_MOST))
                pace = sum(row.counts) / (time.perf_counter() - began)
                print(f"{row} ({pace:,.0f} sequences a second)", flush=True)
    PAGE.write_text(page(rows), "utf-8")


if __name__ == "__main__":
    main()
