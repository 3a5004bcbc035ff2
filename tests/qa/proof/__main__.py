"""``python -m tests.qa.proof`` (``make proof``): write ``docs/proof.md``."""

from pathlib import Path

from tests.qa.mutants import record
from tests.qa.proof import claims, gaps

PAGE = claims.ROOT / "docs" / "proof.md"
TEMPLATE = Path(__file__).with_name("template.txt")


def page() -> str:
    totals = claims.totals_with_all_runs()
    positions, sequences = claims.perft()
    found = list(claims.findings(totals))
    table = [
        "What was found, also on older versions (the first ten of each run):",
        "",
        "| run | seed | version | finding |",
    ]
    return TEMPLATE.read_text("utf-8").format(
        coverage="\n".join(claims.coverage()),
        positions=positions,
        sequences=sequences,
        runs="\n".join(claims.long_runs(totals)),
        what_they_claim="\n".join(claims.what_the_runs_claim()),
        findings="\n".join([*table, "|---|---|---|---|", *found]) if found else "No run has found anything so far.",
        mutants="\n".join(claims.mutants(record.read(), record.equivalents())),
        editions="\n".join(gaps.editions()),
        witnesses="\n".join(gaps.witnesses()),
        house_rulings="\n".join(gaps.house_rulings()),
        components="\n".join(gaps.components()),
        languages="\n".join(gaps.languages()),
    )


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
