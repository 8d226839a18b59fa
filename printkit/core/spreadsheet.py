"""Spreadsheets: the cells of the first sheet of an `.xlsx` or `.ods` file, as text.

A spreadsheet is a zip file that can come from anywhere, so python-calamine, an optional library,
reads it in a child process with limits. Formulas aren't computed: a cell has the value that was
saved with it.
"""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Final

from printkit.core.budget import limit_process
from printkit.core.errors import (
    InternalError,
    OutputError,
    PrintkitError,
    Where,
    cannot_read,
    lower_first,
)
from printkit.core.extras import how_to_install
from printkit.core.filecache import note_read
from printkit.core.sandbox import SandboxExecutor, WorkerError
from printkit.core.source import check_name

ENDINGS: Final = (".xlsx", ".ods")
MAX_BYTES: Final = 10_000_000
MAX_ROWS: Final = 10_001
MAX_COLUMNS: Final = 200
MEMORY_MB: Final = 400
LIMIT_S: Final = 20.0


def load_cells(path: Path) -> list[list[str]]:
    """Read the rows of the first sheet, each with the text of its cells; empty rows are kept."""
    where = Where(str(path))
    check_name(path)
    if find_spec("python_calamine") is None:
        hint = f"{how_to_install('spreadsheets')}\nor save it as CSV"
        raise PrintkitError("reading a spreadsheet needs python-calamine", where, hint)
    try:
        if path.exists() and not path.is_file():
            raise OutputError("this isn't a regular file", where)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise cannot_read(where.file, error) from None
    note_read(path, data)
    if len(data) > MAX_BYTES:
        raise PrintkitError(f"this is larger than {MAX_BYTES // 1_000_000} MB", where)
    try:
        with SandboxExecutor(
            1, limit_process, MEMORY_MB, 1, timeout=LIMIT_S, quiet=True
        ) as executor:
            cells, problem = executor.submit(_read_cells, data).result()
    except (WorkerError, MemoryError):
        cells, problem = [], "it takes too much memory or time"
    except InternalError:  # the reader has panicked
        cells, problem = [], "it is damaged, or needs too much memory"
    if problem:
        raise PrintkitError(
            f"can't read this spreadsheet: {lower_first(problem)}", where, "save it as CSV"
        )
    return cells


def _read_cells(data: bytes) -> tuple[list[list[str]], str]:
    """Return the cells, and the problem if there is one; runs in a child process."""
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        sheet = CalamineWorkbook.from_filelike(BytesIO(data)).get_sheet_by_index(0)
        if sheet.total_height > MAX_ROWS or sheet.total_width > MAX_COLUMNS:
            return [], f"it has more than {MAX_ROWS - 1:,} rows or {MAX_COLUMNS} columns"
        rows = sheet.to_python(skip_empty_area=False)
    except (CalamineError, OSError, ValueError, IndexError) as error:
        return [], " ".join(str(error).split())
    return [[_cell_text(cell) for cell in row] for row in rows], ""


def _cell_text(cell: object) -> str:
    """Return a cell as someone would have typed it."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
