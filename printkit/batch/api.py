"""The public function for batches, beside those of `printkit.api`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from printkit.api import public
from printkit.batch import TIME_LIMIT_S
from printkit.batch.plan import plan_batch
from printkit.batch.run import Summary, run_batch
from printkit.request.values import parse_whole

if TYPE_CHECKING:
    from os import PathLike

File: TypeAlias = "str | PathLike[str]"


@public
def build_batch(
    manifest: File,
    *,
    out: File = "output",
    target: str = "",
    jobs: int = 0,
    cluster: str = "",
    force: bool = False,
    limit: float = TIME_LIMIT_S,
    preflight: bool = False,
    merge: str = "",
    merge_every: int = 0,
    prune: bool = False,
    progress: Callable[[int, int | None, str], None] | None = None,
) -> Summary:
    """Build many files from a manifest or a list of tables, and only what has changed.

    Files are built in parallel processes. A program that calls this needs the usual guard,
    `if __name__ == "__main__":`, on systems that start processes by importing it again.

    Args:
        manifest: A manifest (`night.yaml`) or a list of tables (`players.csv`).
        out: The output folder.
        target: For a list of tables: what to build for tables without a game.
        jobs: The number of parallel processes; 0 is one per core.
        cluster: The address of a Dask scheduler whose workers build.
        force: Whether to rebuild what is up to date, too.
        limit: The time limit for each file, in seconds.
        preflight: Whether to check the PDFs.
        merge: The name of a PDF that combines all of them, with a checklist.
        merge_every: With `merge`: one PDF for every so many tables.
        prune: Whether to remove files that the manifest no longer lists.
        progress: Called with the number of files done, their total (None while files are merged),
            and the name of the last one.

    Returns:
        The result of every job; a job with a problem has failed, and the others are built.

    Raises:
        PrintkitError: The manifest can't be read; nothing was built.
    """
    every = parse_whole("merge_every", str(merge_every), 0, 10_000)
    plan = plan_batch(
        Path(manifest), Path(out), target=target, force=force, merge=merge, merge_every=every
    )
    return run_batch(
        plan,
        parse_whole("jobs", str(jobs), 0, 256),
        limit,
        progress or (lambda *_: None),
        preflight=preflight,
        cluster=cluster,
        prune=prune,
    )
