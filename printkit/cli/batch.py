"""`printkit batch`: many builds from one file, skipping what is up to date."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.batch import TIME_LIMIT_S
from printkit.cli.output import (
    output_style,
    print_error,
    print_json,
    print_warning,
    show,
    show_all,
    show_styled,
    table,
)
from printkit.cli.parameters import (
    Cluster,
    Jobs,
    Json,
    Quiet,
    check_cluster,
    completer,
    whole,
)
from printkit.cli.preflight import check_can_preflight, describe_all
from printkit.cli.progressbar import step_progress
from printkit.cli.words import in_words, words_of
from printkit.core.errors import PrintkitError, UsageError
from printkit.core.messages import named, say, series
from printkit.request.values import known_targets

if TYPE_CHECKING:
    from printkit.batch.plan import OrderResult, Plan
    from printkit.batch.run import Summary
    from printkit.batch.state import MadeFile


MOST_NOTES = 10


def _limit(given: str | float) -> float:
    """Parse a number of seconds."""
    text = str(given)
    seconds = float(text) if re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,9})?", text) else 0.0
    if not 0.01 <= seconds <= 86400:
        raise UsageError(f"--limit must be 0.01 to 86400 seconds, not '{given}'")
    return seconds


def batch(
    manifest: Annotated[
        Path,
        typer.Argument(
            metavar="MANIFEST",
            help="YAML file that lists what to build, or a list of tables (.csv, .xlsx)",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", help="Output folder (default: output)", metavar="DIR", show_default=False
        ),
    ] = Path("output"),
    jobs: Jobs = 0,
    cluster: Cluster = "",
    target: Annotated[
        str,
        typer.Option(
            "--target",
            help="For a list of tables: what to build for tables without a game",
            metavar="GAME-OR-SHEET",
            autocompletion=completer(known_targets),
        ),
    ] = "",
    save_job: Annotated[
        str,
        typer.Option(
            "--save-job",
            help="For a list of tables: save this command as a manifest beside it",
            metavar="FILE",
        ),
    ] = "",
    prune: Annotated[
        bool,
        typer.Option("--prune", help="Remove files of earlier runs that the list no longer has"),
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Rebuild everything, even what is up to date")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be built, without building it")
    ] = False,
    limit: Annotated[
        float,
        typer.Option(
            help=f"Time limit for each file, in seconds (default: {TIME_LIMIT_S:g})",
            metavar="SECONDS",
            parser=_limit,
            show_default=False,
        ),
    ] = TIME_LIMIT_S,
    preflight: Annotated[
        bool,
        typer.Option("--preflight", help="Check the PDFs, as printkit preflight does"),
    ] = False,
    merge: Annotated[
        str,
        typer.Option(
            help="Also combine everything into one PDF with a checklist", metavar="NAME.pdf"
        ),
    ] = "",
    merge_every: Annotated[
        int,
        whole(
            0,
            10_000,
            "With --merge: one PDF for every N tables, NAME-1.pdf and so on",
            "--merge-every",
        ),
    ] = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build everything in a list (a manifest), in parallel; skip what is up to date."""
    from printkit.batch.plan import plan_batch
    from printkit.batch.run import run_batch
    from printkit.batch.saving import save_list

    check_cluster(cluster, jobs)
    target = target or _ask_target(manifest)
    if save_job:
        save_list(Path(save_job), manifest, target, merge, merge_every)
    plan = plan_batch(
        manifest, out, target=target, force=force, merge=merge, merge_every=merge_every
    )
    if preflight and plan.tasks:
        formats = {name for task in plan.tasks for name in task.order.request.formats}
        check_can_preflight(formats, hint="add 'format: pdf' to a job")
    if dry_run:
        _print_plan(plan, json=json, quiet=quiet)
        raise typer.Exit(1 if plan.failed else 0)
    with step_progress(silent=json or quiet) as tell:
        summary = run_batch(
            plan, jobs, limit, tell, preflight=preflight, cluster=cluster, prune=prune
        )
    if json:
        _print_json(summary, judged=preflight)
    else:
        _print_text(summary, judged=preflight, quiet=quiet)
    if summary.interrupted:
        raise typer.Exit(130)
    if summary.count("failed") or any(file.errors for file in summary.reports):
        raise typer.Exit(1)


def _ask_target(manifest: Path) -> str:
    """Ask what to build for a list of tables that doesn't say it, if somebody can answer."""
    from printkit.batch.manifest import is_list, names_targets
    from printkit.cli.wizard import ask_targets

    if not is_list(manifest) or names_targets(manifest):
        return ""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        hint = f"add --target attribute, or a column game to {manifest.name}"
        raise UsageError("this list doesn't say what to build for its tables", hint=hint)
    targets = ask_targets()
    if not targets:
        raise typer.Exit(1)
    return ",".join(targets)


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
        jobs += [_as_json(result, plan.out, judged=False) for result in plan.failed]
        notes = list(plan.notes)
        obsolete = [made.name for made in plan.obsolete]
        document = {"out": str(plan.out), "dry_run": True, "notes": notes, "obsolete": obsolete}
        print_json({**document, "jobs": jobs})
        return
    _print_failed(plan.failed, plan.out)
    if quiet:
        return
    show_all(_first_notes(plan.notes))
    for task in plan.tasks:
        status = say("would build: {why}", why=task.why) if task.why else say("up to date")
        show(f"{plan.out / task.order.name}  {in_words(status)}")
    building = sum(bool(task.why) for task in plan.tasks)
    ready = len(plan.tasks) - building
    show(in_words(say("{count} to build, {ready} up to date", count=building, ready=ready)))
    _print_obsolete(plan.obsolete, plan.out)


def _print_json(summary: Summary, *, judged: bool) -> None:
    jobs = [_as_json(result, summary.out, judged=judged) for result in summary.results]
    merged = [_file_as_json(made, summary.out) for made in summary.merged]
    reports = summary.reports
    preflight = {
        "files": len(reports),
        "errors": sum(file.errors for file in reports),
        "warnings": sum(file.warnings for file in reports),
    }
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
            "notes": list(summary.notes),
            "obsolete": [made.name for made in summary.obsolete],
            "pruned": [made.name for made in summary.pruned],
            **({"merged": merged[0], "merged_files": merged} if merged else {}),
            **({"preflight": preflight} if judged else {}),
            "jobs": jobs,
        }
    )


def _file_as_json(made: MadeFile, out: Path) -> dict[str, Any]:
    return {"path": str(out / made.name), "pages": made.pages, "bytes": made.bytes}


def _as_json(result: OrderResult, out: Path, *, judged: bool) -> dict[str, Any]:
    reports = [report.as_json() for report in result.reports]
    return {
        "name": result.name,
        "target": result.target,
        "status": result.status,
        "seed": result.seed,
        "seconds": round(result.seconds, 3),
        "files": [_file_as_json(made, out) for made in result.files],
        "fonts": [face.as_json() for face in result.fonts],
        "where": str(result.where),
        "problems": [problem.as_json() for problem in result.problems],
        **({"preflight": reports} if judged else {}),
    }


def _print_text(summary: Summary, *, judged: bool, quiet: bool) -> None:
    failed = [result for result in summary.results if result.status == "failed"]
    _print_failed(failed, summary.out, "built and checked" if judged else "built")
    if summary.warning:
        print_warning(summary.warning)
    if judged:
        show_styled(describe_all(summary.reports, output_style(), quiet=quiet))
    if quiet:
        return
    show_all(_first_notes(summary.notes))
    show_all(_table(summary))
    for made in summary.merged:
        template = "{pages} {plural(pages, 'page', 'pages')}, {size} KB"
        if made.sheets:
            template = (
                "{pages} {plural(pages, 'page', 'pages')} on "
                "{paper} {plural(paper, 'piece', 'pieces')} of paper, {size} KB"
            )
        size = f"{made.bytes / 1024:,.0f}"
        text = say(template, pages=made.pages, paper=made.sheets, size=size)
        show(f"{summary.out / made.name}  {in_words(text)}")
    if note := summary.font_note(words_of()):
        show(note)
    show(_closing(summary))
    if summary.pruned:
        template = "{count} obsolete {plural(count, 'file', 'files')} removed:"
        show(in_words(say(template, count=len(summary.pruned))))
        show_all((str(summary.out / made.name) for made in summary.pruned), "  ")
    _print_obsolete(summary.obsolete, summary.out)


def _print_obsolete(files: Sequence[MadeFile], out: Path) -> None:
    """Name the files that the manifest no longer lists."""
    if files:
        template = "no longer ordered by this list (--prune removes what hasn't changed since):"
        show(in_words(say(template)))
        show_all((str(out / made.name) for made in files), "  ")


def _first_notes(notes: Sequence[str]) -> Iterator[str]:
    """Yield the notes; if there are many, the first ones."""
    yield from notes[:MOST_NOTES]
    if (more := len(notes) - MOST_NOTES) > 0:
        yield in_words(say("… and {count} more", count=more))


def _print_failed(results: Iterable[OrderResult], out: Path, done: str = "built") -> None:
    """Print why jobs failed; problems in the manifest show their place."""
    for result in results:
        if result.name:
            print_error(
                PrintkitError(
                    f"{out / result.name} wasn't {done}", result.where._replace(source="")
                )
            )
        for problem in result.problems:
            print_error(problem, indent="  " if result.name else "")


def _table(summary: Summary) -> list[str]:
    """Return a table with a row for each target, and a total."""
    targets = dict.fromkeys(result.target for result in summary.results)
    width = max(map(len, targets))
    rows = [
        _row(f"{name:<{width}}", [one for one in summary.results if one.target == name])
        for name in targets
    ]
    if len(rows) > 1:
        rows.append(_row(f"{in_words(named('total')):<{width}}", summary.results))
    heads = [
        *("", say("built"), say("up to date"), say("failed")),
        *(named("pages"), named("paper"), say("seconds")),
    ]
    return table([*map(in_words, heads)], rows)


def _row(name: str, results: Iterable[OrderResult]) -> tuple[object, ...]:
    results = list(results)
    counts = [
        sum(result.status == status for result in results)
        for status in ("built", "up to date", "failed")
    ]
    files = [made for result in results for made in result.files]
    pages = sum(made.pages for made in files)
    sheets = sum(made.sheets or made.pages for made in files)
    seconds = sum(result.seconds for result in results)
    return (name, *counts, pages, sheets, f"{seconds:.1f}".replace(".", words_of().point))


def _closing(summary: Summary) -> str:
    template = "Built {built} of {count} {plural(count, 'file', 'files')} in {folder}"
    if not summary.interrupted:
        template = (
            "Built {built} of {count} {plural(count, 'file', 'files')} "
            "in {seconds} seconds, in {folder}"
        )
    text = say(
        template,
        built=summary.count("built"),
        count=len(summary.results),
        seconds=f"{summary.seconds:.1f}".replace(".", words_of().point),
        folder=f"{summary.out}/",
    )
    if ready := summary.count("up to date"):
        text = series((text, say("{ready} up to date", ready=ready)))
    if summary.interrupted:
        template = "{text}: interrupted; run the same command again to build the rest"
        text = say(template, text=text)
    return in_words(text)
