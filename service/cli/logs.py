"""``brehon replay``: one log, or folders of logs on all cores."""

import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from service.cli import documents, options
from service.cli.documents import Part
from service.cli.outcome import BY_VERDICT, NotAnswered, decoded, worst
from service.cli.questions import ask
from service.cli.referee import Referee, referee_of

REPLAY = "replay"
AT_ONCE = 16
"""Logs that a process takes at a time."""
THREADS = 4
"""Requests to a server at the same time; it allows one client a few more."""


class Result(NamedTuple):
    """What is said about one log; ``verdict`` is null where there is no answer."""

    log: str
    verdict: str | None
    failed_at: int | None
    summary: str
    moves: int
    code: int


class Job(NamedTuple):
    """How logs are replayed: the same for all of them."""

    game: str | None
    edition: str | None
    lang: str | None
    server: str | None
    key: str | None
    fields: dict[str, Any]


@click.command()
@click.argument("paths", metavar="[FILE or FOLDER]...", nargs=-1)
@click.option("--play-forced", is_flag=True, help="Also play decisions that have only one legal move.")
@click.option("--jobs", type=click.IntRange(1), help="Processes for several logs; by default one for each core.")
@options.game
@options.edition
@options.lang
@options.as_json
@options.server
def replay(paths: tuple[str, ...], play_forced: bool, jobs: int | None, as_json: bool, **asking: Any) -> None:
    """Check logs: each has `moves`, and `setup` or `state`.

    One file is shown in full. Of several, and of folders with .json files and .jsonl files (a log on each line),
    those that are not legal are listed. With --json there is one line for each log.
    """
    if len(paths) < 2 and not (paths and (Path(paths[0]).is_dir() or paths[0].endswith(documents.LINES))):
        extra = {"play_forced": play_forced}
        ask(REPLAY, paths[0] if paths else documents.STANDARD_INPUT, extra=extra, as_json=as_json, **asking)
        return
    logs = list(documents.parts_of(map(Path, paths)))
    if not logs:
        raise click.UsageError("There are no .json or .jsonl files.")
    job = Job(**asking, fields={"play_forced": True} if play_forced else {})
    processes = min(jobs or os.cpu_count() or 1, -(-len(logs) // AT_ONCE))
    began = time.perf_counter()
    results = _show(logs, job, processes, as_json)
    _summary(results, time.perf_counter() - began, asking["lang"])
    click.get_current_context().exit(worst(result.code for result in results))


def _show(logs: list[Part], job: Job, processes: int, as_json: bool) -> list[Result]:
    from service.cli import progress, show

    page = show.Page(job.lang)
    results = []
    with _results(logs, job, processes) as replayed:
        for result in progress.over(replayed, len(logs), REPLAY):
            results.append(result)
            if as_json:
                click.echo(msgspec.json.encode(result._asdict()))
            elif result.verdict != "legal":
                page.line(f"{result.log}: {result.summary}", show.STYLES.get(result.verdict or "", "bold red"))
    return results


def _summary(results: list[Result], seconds: float, lang: str | None) -> None:
    """On standard error: what a script reads is on standard output."""
    from service.cli import show

    counts = Counter(result.verdict or "not answered" for result in results)
    verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in counts.most_common())
    moves = sum(result.moves for result in results)
    page = show.Page(lang, stderr=True)
    page.line(f"{show.counted(len(results), 'log')} with {show.counted(moves, 'move')}: {verdicts}")
    page.line(f"{len(results) / seconds:,.0f} games a second ({seconds:.1f} s)")


@contextmanager
def _results(logs: list[Part], job: Job, processes: int) -> Iterator[Iterable[Result]]:
    """The results in any order, computed by processes of their own, or by a server."""
    if job.server is not None:
        referee_of(job.server)  # fails here, not in a thread, where the client is missing
        with ThreadPoolExecutor(THREADS, initializer=_begin, initargs=(job,)) as threads:
            yield threads.map(_replay, logs)
    elif processes == 1:
        _begin(job)
        yield map(_replay, logs)
    else:
        with multiprocessing.Pool(processes, _begin_process, (job,)) as pool:
            yield pool.imap_unordered(_replay, logs, chunksize=AT_ONCE)


_WORKER: dict[int, tuple[Referee, Job]] = {}
"""Of each thread: a connection is used by one at a time."""


def _begin(job: Job) -> None:
    _WORKER[threading.get_ident()] = referee_of(job.server, job.key, job.lang), job


def _begin_process(job: Job) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command itself is interrupted, and ends its processes
    _begin(job)


def _replay(log: Part) -> Result:
    referee, job = _WORKER[threading.get_ident()]
    try:
        question = documents.question_in(log.read(), REPLAY, job.game, job.fields, job.edition)
        answer = decoded(referee.ask(question.game, REPLAY, question.body), "verdict", "failed_at", "summary")
    except NotAnswered as error:
        return Result(log.name, None, None, " ".join(error.lines()), 0, error.exit_code)
    except click.UsageError as error:
        return Result(log.name, None, None, error.message, 0, error.exit_code)
    moves = len(msgspec.json.decode(question.body, type=_Moves).moves)
    verdict = answer["verdict"]
    return Result(log.name, verdict, answer["failed_at"], answer["summary"], moves, BY_VERDICT[verdict])


class _Moves(msgspec.Struct):
    moves: list[msgspec.Raw]
