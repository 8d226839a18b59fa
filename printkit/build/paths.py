"""Paths: where the files of a build go, and what they are called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from printkit.backends import FORMATS

if TYPE_CHECKING:
    from printkit.build.targets import Job
    from printkit.request import Request


def out_path(request: Request, jobs: tuple[Job, ...], format_: str, number: int = 0) -> Path:
    """Where a file goes: the path that was asked for, or a telling name in the output folder."""
    out = request.out
    tail = f"-{number}" if number else ""
    if out is not None and is_file(out):
        return out.with_name(f"{out.stem}{tail}.{format_}")
    base = out if out is not None else Path("output")
    return base / f"{file_stem(request, jobs)}{tail}.{format_}"


def is_file(out: Path | None) -> bool:
    """Whether a path names a file by the ending of a format, and not a folder."""
    return out is not None and out.suffix.lower().lstrip(".") in FORMATS


def file_stem(request: Request, jobs: tuple[Job, ...]) -> str:
    """A telling file name: what it is, for how many players, and what is unusual about it."""
    targets = dict.fromkeys(
        Path(target).stem if "." in target else target for target in request.targets
    )
    words = [target.replace("/", "-") for target in ([request.only] if request.only else targets)]
    counts = sorted({count for job in jobs for count in job.counts if count})
    if counts:
        words.append(f"{counts[0]}p" if len(counts) == 1 else f"{counts[0]}-{counts[-1]}p")
    if request.variant:
        words.append(request.variant)
    if request.theme != "colour":
        words.append(request.theme)
    if request.language != "en":
        words.append(request.language)
    if request.crop_marks:
        words.append("crop-marks")
    return "-".join(words)
