"""Small spreadsheets, written by hand: their formats are ZIP archives of XML."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

Rows = Sequence[Sequence[str | int]]

_TYPES = """<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.\
spreadsheetml.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-\
officedocument.spreadsheetml.worksheet+xml"/></Types>"""
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATION = (
    '<Relationships xmlns="{}"><Relationship Id="rId1" Type="{}/{}" Target="{}"/></Relationships>'
)
_ODF = "urn:oasis:names:tc:opendocument:xmlns"


def write_xlsx(path: Path, rows: Rows) -> None:
    """Rows as the first sheet of an .xlsx file."""
    data = "".join(
        f'<row r="{number}">{"".join(_xlsx_cell(cell) for cell in row)}</row>'
        for number, row in enumerate(rows, 1)
    )
    sheets = '<sheets><sheet name="Tables" sheetId="1" r:id="rId1"/></sheets>'
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELATION.format(_PACKAGE, _OFFICE, "officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">{sheets}</workbook>',
        "xl/_rels/workbook.xml.rels": _RELATION.format(
            _PACKAGE, _OFFICE, "worksheet", "worksheets/sheet1.xml"
        ),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{data}</sheetData>'
        "</worksheet>",
    }
    _write(path, parts)


def _xlsx_cell(cell: str | int) -> str:
    if isinstance(cell, int):
        return f"<c><v>{cell}</v></c>"
    return f'<c t="inlineStr"><is><t>{escape(cell)}</t></is></c>'


def write_ods(path: Path, rows: Rows) -> None:
    """Rows as the first sheet of an .ods file."""
    data = "".join(
        f"<table:table-row>{''.join(_ods_cell(cell) for cell in row)}</table:table-row>"
        for row in rows
    )
    spaces = " ".join(f'xmlns:{name}="{_ODF}:{name}:1.0"' for name in ("office", "table", "text"))
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    body = f'<table:table table:name="Tables">{data}</table:table>'
    for name in ("spreadsheet", "body"):
        body = f"<office:{name}>{body}</office:{name}>"
    content = f"<office:document-content {spaces}>{body}</office:document-content>"
    entry = f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
    manifest = (
        f'<manifest:manifest xmlns:manifest="{_ODF}:manifest:1.0">{entry}</manifest:manifest>'
    )
    parts = {"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest}
    _write(path, parts)


def _ods_cell(cell: str | int) -> str:
    if isinstance(cell, int):
        kind = f'office:value-type="float" office:value="{cell}"'
    else:
        kind = 'office:value-type="string"'
    return f"<table:table-cell {kind}><text:p>{escape(str(cell))}</text:p></table:table-cell>"


def _write(path: Path, parts: dict[str, str]) -> None:
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text if name == "mimetype" else head + text)
