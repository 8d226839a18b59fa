"""`printkit batch`: many builds from one file, and only what has changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.options import Json, Quiet, whole
from printkit.cli.preflight import check_judgeable, describe_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from printkit.batch import Outcome, Plan, Report, Telling


def _limit(given: str | float) -> float:
    """A number of seconds; what is not a number is neither too small nor too large."""
    from printkit.errors import UsageError

    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not 0.01 <= seconds <= 86400:
        raise UsageError(f"--limit is a number of seconds from 0.01 to 86400, not '{given}'")
    return seconds


def batch(
    manifest: Annotated[
        Path, typer.Argument(metavar="MANIFEST", help="A YAML file that lists the jobs.")
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The folder for the files.", metavar="DIR")
    ] = Path("output"),
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs",
            "-j",
            help="How many at a time; else one a core.",
            metavar="N",
            parser=whole("--jobs", 0, 256),
        ),
    ] = 0,
    force: Annotated[bool, typer.Option("--force", help="Build also what is up to date.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be built, and build nothing.")
    ] = False,
    limit: Annotated[
        float,
        typer.Option(help="Stop a job that takes longer.", metavar="SECONDS", parser=_limit),
    ] = 60,
    preflight: Annotated[
        bool,
        typer.Option("--preflight", help="Judge all PDFs of the batch, also those up to date."),
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build many files from a manifest, on all cores; what is up to date is left alone."""
    from printkit.batch import plan_batch, run_batch
    from printkit.cli.progress import steps

    plan = plan_batch(manifest, out, force=force)
    if preflight:
        formats = {name for task in plan.tasks for name in task.order.request.formats}
        check_judgeable(formats, hint="give a job the format pdf")
    if dry_run:
        _print_plan(plan, json=json, quiet=quiet)
        return
    with steps() as step:
        tell = _teller(step, silent=json or quiet)
        report = run_batch(plan, jobs, limit, tell, preflight=preflight)
    if json:
        _print_json(report, judged=preflight)
    else:
        _print_text(report, judged=preflight, quiet=quiet)
    if report.interrupted:
        raise typer.Exit(130)
    if report.count("failed") or any(file.errors for file in report.judged):
        raise typer.Exit(1)


def _teller(step: Callable[[int, int, str], None], *, silent: bool) -> Callable[[Telling], None]:
    def tell(telling: Telling) -> None:
        if not silent:
            step(telling.done, telling.total, ", ".join(telling.now[:2]))

    return tell


def _print_plan(plan: Plan, *, json: bool, quiet: bool) -> None:
    from printkit.cli.plain import print_json, say

    if json:
        jobs = [
            {
                "name": task.order.name,
                "target": task.order.target,
                "status": "to build" if task.why else "up to date",
                "why": task.why,
                "seed": task.order.request.seed,
            }
            for task in plan.tasks
        ]
        print_json({"out": str(plan.out), "dry_run": True, "jobs": jobs})
        return
    if quiet:
        return
    for task in plan.tasks:
        say(f"{plan.out / task.order.name}  {f'build: {task.why}' if task.why else 'up to date'}")
    building = sum(bool(task.why) for task in plan.tasks)
    say(f"{building} to build, {len(plan.tasks) - building} up to date")


def _print_json(report: Report, *, judged: bool) -> None:
    from printkit.cli.plain import print_json

    jobs = [_outcome_as_json(outcome, report.out, judged=judged) for outcome in report.outcomes]
    print_json(
        {
            "out": str(report.out),
            "interrupted": report.interrupted,
            "built": report.count("built"),
            "up_to_date": report.count("up to date"),
            "failed": report.count("failed"),
            "left": report.count("left"),
            "seconds": round(report.seconds, 3),
            "warning": report.warning,
            **({"preflight": _judgement(report)} if judged else {}),
            "jobs": jobs,
        }
    )


def _judgement(report: Report) -> dict[str, int]:
    files = report.judged
    return {
        "files": len(files),
        "errors": sum(file.errors for file in files),
        "warnings": sum(file.warnings for file in files),
    }


def _outcome_as_json(outcome: Outcome, out: Path, *, judged: bool) -> dict[str, Any]:
    order, result = outcome.order, outcome.result
    reports = [report.as_json() for report in result.reports]
    return {
        "name": order.name,
        "target": order.target,
        "status": outcome.status,
        "seed": order.request.seed,
        "seconds": round(result.seconds, 3),
        "files": [
            {"path": str(out / made.name), "pages": made.pages, "bytes": made.bytes}
            for made in result.files
        ],
        "where": str(order.where),
        "problems": [trouble.data for trouble in result.troubles],
        **({"preflight": reports} if judged else {}),
    }


def _print_text(report: Report, *, judged: bool, quiet: bool) -> None:
    from printkit.cli.plain import say, warn

    for outcome in report.outcomes:
        if outcome.status == "failed":
            done = "built and judged" if judged else "built"
            warn(f"{outcome.order.where}: {report.out / outcome.order.name} was not {done}:")
            _print_troubles(outcome)
    if report.warning:
        warn(report.warning)
    for line in describe_all(report.judged, quiet=quiet) if judged else ():
        say(line)
    if quiet:
        return
    for line in _table(report):
        say(line)
    say(_summary(report))


def _print_troubles(outcome: Outcome) -> None:
    from printkit.cli.plain import warn

    for trouble in outcome.result.troubles:
        warn("\n".join(f"  {line}" for line in trouble.text.splitlines()))


def _table(report: Report) -> list[str]:
    """A line for each target, and one for all."""
    from printkit.cli.plain import table

    targets = dict.fromkeys(outcome.order.target for outcome in report.outcomes)
    width = max(map(len, targets))
    rows = [
        _row(f"{name:<{width}}", [one for one in report.outcomes if one.order.target == name])
        for name in targets
    ]
    if len(rows) > 1:
        rows.append(_row(f"{'all':<{width}}", report.outcomes))
    return table(("", "built", "up to date", "failed", "pages", "seconds"), rows)


def _row(name: str, outcomes: Iterable[Outcome]) -> tuple[object, ...]:
    outcomes = list(outcomes)
    counts = [
        sum(outcome.status == status for outcome in outcomes)
        for status in ("built", "up to date", "failed")
    ]
    pages = sum(made.pages for outcome in outcomes for made in outcome.result.files)
    seconds = sum(outcome.result.seconds for outcome in outcomes)
    return (name, *counts, pages, f"{seconds:.1f}")


def _summary(report: Report) -> str:
    done = report.count("built") + report.count("up to date")
    words = f"{done} of {len(report.outcomes)} files are in {report.out}/"
    if report.interrupted:
        return f"{words}: interrupted; run it again to build the rest"
    return f"{words}, after {report.seconds:.1f} seconds"
