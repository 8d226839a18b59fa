"""`printkit batch`: many builds from one file, and only what has changed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.options import Jobs, Json, Quiet
from printkit.cli.plain import print_json, show, show_all, table, warn
from printkit.cli.preflight import check_judgeable, describe_all
from printkit.cli.progress import steps
from printkit.errors import UsageError

if TYPE_CHECKING:
    from printkit.batch.plan import Ending, Plan
    from printkit.batch.run import Summary
    from printkit.batch.state import Made


def _limit(given: str | float) -> float:
    """A number of seconds, in plain digits."""
    text = str(given)
    seconds = float(text) if re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,9})?", text) else 0.0
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
    jobs: Jobs = 0,
    force: Annotated[bool, typer.Option("--force", help="Build also what is up to date.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be built, and build nothing.")
    ] = False,
    limit: Annotated[
        float, typer.Option(help="Stop a job that takes longer.", metavar="SECONDS", parser=_limit)
    ] = 60,
    preflight: Annotated[
        bool,
        typer.Option("--preflight", help="Judge all PDFs of the batch, also those up to date."),
    ] = False,
    merge: Annotated[
        str, typer.Option(help="Also one PDF of all, with a list to tick.", metavar="NAME.pdf")
    ] = "",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build many files from a manifest, on all cores; what is up to date is left alone."""
    from printkit.batch.plan import plan_batch
    from printkit.batch.run import run_batch

    plan = plan_batch(manifest, out, force=force, merge=merge)
    if preflight and plan.tasks:
        formats = {name for task in plan.tasks for name in task.order.request.formats}
        check_judgeable(formats, hint="give a job the format pdf")
    if dry_run:
        _print_plan(plan, json=json, quiet=quiet)
        raise typer.Exit(1 if plan.failed else 0)
    with steps(silent=json or quiet) as tell:
        summary = run_batch(plan, jobs, limit, tell, preflight=preflight)
    if json:
        _print_json(summary, judged=preflight)
    else:
        _print_text(summary, judged=preflight, quiet=quiet)
    if summary.interrupted:
        raise typer.Exit(130)
    if summary.count("failed") or any(file.errors for file in summary.judged):
        raise typer.Exit(1)


def _print_plan(plan: Plan, *, json: bool, quiet: bool) -> None:
    if json:
        jobs: list[dict[str, Any]] = [
            {
                "name": task.order.name,
                "target": task.order.target,
                "status": "to build" if task.why else "up to date",
                "why": task.why,
                "seed": task.order.request.seed,
            }
            for task in plan.tasks
        ]
        jobs += [_as_json(ending, plan.out, judged=False) for ending in plan.failed]
        print_json({"out": str(plan.out), "dry_run": True, "jobs": jobs})
        return
    _print_failed(plan.failed, plan.out)
    if quiet:
        return
    for task in plan.tasks:
        show(f"{plan.out / task.order.name}  {f'build: {task.why}' if task.why else 'up to date'}")
    building = sum(bool(task.why) for task in plan.tasks)
    show(f"{building} to build, {len(plan.tasks) - building} up to date")


def _print_json(summary: Summary, *, judged: bool) -> None:
    jobs = [_as_json(ending, summary.out, judged=judged) for ending in summary.endings]
    print_json(
        {
            "out": str(summary.out),
            "interrupted": summary.interrupted,
            "built": summary.count("built"),
            "up_to_date": summary.count("up to date"),
            "failed": summary.count("failed"),
            "left": summary.count("left"),
            "seconds": round(summary.seconds, 3),
            "warning": summary.warning,
            **({"merged": _made_as_json(summary.merged, summary.out)} if summary.merged else {}),
            **({"preflight": _judgement(summary)} if judged else {}),
            "jobs": jobs,
        }
    )


def _made_as_json(made: Made, out: Path) -> dict[str, Any]:
    return {"path": str(out / made.name), "pages": made.pages, "bytes": made.bytes}


def _judgement(summary: Summary) -> dict[str, int]:
    files = summary.judged
    return {
        "files": len(files),
        "errors": sum(file.errors for file in files),
        "warnings": sum(file.warnings for file in files),
    }


def _as_json(ending: Ending, out: Path, *, judged: bool) -> dict[str, Any]:
    result = ending.result
    reports = [report.as_json() for report in result.reports]
    return {
        "name": ending.name,
        "target": ending.target,
        "status": ending.status,
        "seed": ending.seed,
        "seconds": round(result.seconds, 3),
        "files": [_made_as_json(made, out) for made in result.files],
        "fonts": [face.as_json() for face in result.fonts],
        "where": str(ending.where),
        "problems": [trouble.data for trouble in result.troubles],
        **({"preflight": reports} if judged else {}),
    }


def _print_text(summary: Summary, *, judged: bool, quiet: bool) -> None:
    failed = [ending for ending in summary.endings if ending.status == "failed"]
    _print_failed(failed, summary.out, "built and judged" if judged else "built")
    if summary.warning:
        warn(summary.warning)
    show_all(describe_all(summary.judged, quiet=quiet) if judged else ())
    if quiet:
        return
    show_all(_table(summary))
    if made := summary.merged:
        show(f"{summary.out / made.name}  {made.pages} pages, {made.bytes / 1024:,.0f} KB")
    if summary.font_note:
        show(summary.font_note)
    show(_closing(summary))


def _print_failed(endings: Iterable[Ending], out: Path, done: str = "built") -> None:
    """Why jobs failed; what is wrong in the manifest itself says so by its place."""
    for ending in endings:
        if ending.name:
            warn(f"{ending.where}: {out / ending.name} was not {done}:")
        for trouble in ending.result.troubles:
            warn(indent(trouble.text, "  ") if ending.name else trouble.text)


def _table(summary: Summary) -> list[str]:
    """A line for each target, and one for all."""
    targets = dict.fromkeys(ending.target for ending in summary.endings)
    width = max(map(len, targets))
    rows = [
        _row(f"{name:<{width}}", [one for one in summary.endings if one.target == name])
        for name in targets
    ]
    if len(rows) > 1:
        rows.append(_row(f"{'all':<{width}}", summary.endings))
    return table(("", "built", "up to date", "failed", "pages", "seconds"), rows)


def _row(name: str, endings: Iterable[Ending]) -> tuple[object, ...]:
    endings = list(endings)
    counts = [
        sum(ending.status == status for ending in endings)
        for status in ("built", "up to date", "failed")
    ]
    pages = sum(made.pages for ending in endings for made in ending.result.files)
    seconds = sum(ending.result.seconds for ending in endings)
    return (name, *counts, pages, f"{seconds:.1f}")


def _closing(summary: Summary) -> str:
    done = summary.count("built") + summary.count("up to date")
    words = f"{done} of {len(summary.endings)} files are in {summary.out}/"
    if summary.interrupted:
        return f"{words}: interrupted; run it again to build the rest"
    return f"{words}, after {summary.seconds:.1f} seconds"
