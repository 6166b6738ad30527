"""Write the README's figures from a CSV file of ``benchmarks.measure``: ``python -m benchmarks.readme_figures [FILE]``.

Knows which figures the README shows and its marks; measures nothing.
"""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path

from benchmarks.published import PUBLISHED

ROOT = Path(__file__).resolve().parents[1]
FIGURES = Path(__file__).with_name("figures.csv")
TABLE_FIGURES = Path(__file__).with_name("live_table.csv")
README = ROOT / "README.md"
BLOCK = re.compile(r"(<!-- figures: begin -->\n)[\s\S]*(<!-- figures: end -->\n)")

GREEDY = "greedy-8"
TEN = "ten silences, six courses between"
TABLE = "table game, 3 silences, sensors"
MISHEARD = "60 announcements, 3 silences in a dive"

BEFORE, AFTER = "server's memory before", "server's memory after"

SINGLE = (
    ("6th silence of the greedy adversary", "silence 6", "silence 6, answer"),
    ("7th", "silence 7", "silence 7, answer"),
    ("8th", "silence 8", "silence 8, answer"),
)


def block(path: Path) -> str:
    """Return the README's tables of a CSV file, with where and with what they were measured."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    values = {(row["case"], row["measure"]): float(row["value"]) for row in rows}
    about = rows[0]
    lines = [
        "| exact set | hypotheses | taking it in | reading it off | plain list in C++ -O3, same run "
        "| the same, memory warm as ours | published list, prototype |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, silence, answer in SINGLE:
        taken = values[GREEDY, f"{silence}, taking in"]
        lines.append(
            f"| {name} | {values[GREEDY, f'{silence}, hypotheses']:,.0f} | {_ms(taken)} | "
            f"{_ms(values[GREEDY, answer])} | {_times(values, f'C++ list, fresh memory, {silence}', taken)} | "
            f"{_times(values, f'C++ list, {silence}', taken)} | "
            f"{', '.join(PUBLISHED[GREEDY, f'{silence}, taking in'])} |"
        )
    whole = values[GREEDY, "exact, taking in"]
    lines += [
        f"| that whole game | | {_ms(whole)} | {_ms(values[GREEDY, 'exact, answers'])} | "
        f"{_times(values, 'C++ list, fresh memory, taking in', whole)} | "
        f"{_times(values, 'C++ list, taking in', whole)} | "
        f"{', '.join(PUBLISHED[GREEDY, 'exact, taking in'])} |",
        "",
        "The list is as most solvers keep it: cell and visited cells of each hypothesis, in vectors that grow. One in "
        f"numba, in buffers that are large enough at once, takes {_ms(values[GREEDY, 'plain list, taking in'])} for "
        "that game.",
        f"In a fresh process, kernels cached on disk, that game takes {_ms(values[GREEDY, 'exact, fresh process'])}, "
        f"answers included, and {values[GREEDY, 'exact, peak memory']:.0f} MiB.",
        "",
        "| median / 95th percentile / worst | exact | uniform | captain |",
        "|---|---|---|---|",
        _spread(values, TEN, "game, taking in", "game of ten silences, taking it in"),
        _spread(values, TEN, "game, kernels alone", "of that in compiled code"),
        _spread(values, TEN, "game, answers", "game of ten silences, all answers"),
        _spread(values, TABLE, "announcement and answer", "one announcement of a table game, with its answer"),
        "",
        f"Ten silences, six courses between, on each real-time map: {values[TEN, 'exact, games']:.0f} games; the plain "
        f"list takes {_three(values, TEN, 'plain list, game, taking in')}. Replaying 200 announcements takes "
        f"{_ms(values['long', 'exact, taking in'])}.",
        "",
        "| 60 announcements, three silences in a dive, with probabilities | median / 95th percentile / worst |",
        "|---|---|",
        f"| one announcement, one course may be misheard | {_three(values, MISHEARD, 'one misheard')} |",
        f"| one announcement, two may be | {_three(values, MISHEARD, 'two misheard')} |",
        f"| all single corrections of a contradictory record | {_three(values, MISHEARD, 'corrections')} |",
        "",
        *_live_table(),
        "",
        f"Measured on {about['machine']}, one thread, Python {about['python']}, numba {about['numba']}, numpy "
        f"{about['numpy']}, at {about['commit']}.",
    ]
    return "\n".join(lines) + "\n"


def _live_table() -> list[str]:
    """Return what the live table took, from a CSV file of ``benchmarks.live_table``."""
    with TABLE_FIGURES.open(newline="") as file:
        values = {(row["case"], row["measure"]): float(row["value"]) for row in csv.DictReader(file)}
    lines = [
        "| the page, from a tap to the updated map, three silences deep | own device | another device |",
        "|---|---|---|",
    ]
    for size, name in (("390x844", "phone"), ("820x1180", "tablet")):
        case = f"tap to updated map, 3 silences, {size}"
        lines.append(f"| {name} | {_three(values, case, 'own device')} | {_three(values, case, 'another device')} |")
    lines.append("")
    for case in dict.fromkeys(case for case, measure in values if measure == "lost"):
        told = (values[case, f"tap to snapshot, {quantile}"] for quantile in ("median", "95th percentile", "worst"))
        lost, doubled = values[case, "lost"], values[case, "doubled"]
        reordered = values[case, "devices whose taps were reordered"]
        lines.append(
            f"{case}, a tap a second each: {values[case, 'taps']:,.0f} taps, {lost:.0f} lost, {doubled:.0f} doubled, "
            f"{reordered:.0f} devices' reordered; from a tap to the answer {' / '.join(map(_ms, told))}; the server "
            f"held {values[case, BEFORE]:.0f} MiB before, {values[case, AFTER]:.0f} after."
        )
    return lines


def _times(values: dict[tuple[str, str], float], measure: str, ours: float) -> str:
    theirs = values[GREEDY, measure]
    return f"{_ms(theirs)}, {theirs / ours:.0f} times that"


def _ms(value: float) -> str:
    return f"{value:,.0f} ms" if value >= 10 else f"{value:.2g} ms"


def _three(values: dict[tuple[str, str], float], case: str, measure: str) -> str:
    return " / ".join(
        _ms(values[case, f"{measure}, {quantile}"]) for quantile in ("median", "95th percentile", "worst")
    )


def _spread(values: dict[tuple[str, str], float], case: str, measure: str, name: str) -> str:
    cells = (_three(values, case, f"{model}, {measure}") for model in ("exact", "uniform", "captain"))
    return f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    """Rewrite the README's block of figures."""
    text = README.read_text(encoding="utf-8")
    found = block(Path(sys.argv[1]) if len(sys.argv) > 1 else FIGURES)
    README.write_text(BLOCK.sub(lambda marks: marks[1] + found + marks[2], text), encoding="utf-8")


if __name__ == "__main__":
    main()
