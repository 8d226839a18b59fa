"""Promise 8: bounded cost. A sheet takes at most 30 s and 512 MB, whatever the input.

The most expensive things that a small file can ask for: each either hits a limit, which is named
with its number, or prints. By default the limits of work are a fraction of the real ones, and less
is printed than allowed, so the time must be about the same fraction.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.depth import many
from tests.trust.mutating import PNG_MARK, chunk, packed_zeros
from tests.trust.nasty import Case, Content, plant

if TYPE_CHECKING:
    from pathlib import Path

    from tests.trust.sandbox import Sandbox

HEAD = "sheet: own/worst\ntitle: Worst\nplayers: none\n"
BUILD = ("build", "worst.yaml", "--out", "out/")
LOOPED = many(500, deep=10_000)
"""Half the pages of a file that is printed: with `--deep` as many as there may be."""
FLOWING = many(8, deep=150)
WORDS = many(3, deep=50)
CURVES = many(200, deep=1_000)
TEXTS = many(900, deep=10_000)
PROBLEMS = many(900, deep=2_000)
BESIDE = many(900, deep=9_000)
BOXED = many(900, deep=3_000)
PLACES = many(20, deep=50)
"""The number of labels side by side on the largest paper."""
LABELS = many(401, deep=10_000)
MARKS = many(300, deep=900)
SUMS = 1_800
HEADINGS = many(300, deep=3_000)
ICONS = many(300, deep=1_400)
UNKNOWN = many(1_000, deep=12_000)
CIRCLES = many(900, deep=9_900)
PIXELS = many(4, deep=40)
DPI = many(600, deep=1_200)


def _sheet(name: str, text: str, says: str = "", *more: str, **files: Content) -> Case:
    around = {key.replace("_dot_", "."): each for key, each in files.items()}
    code = 2 if "pages are too many" in says else 1
    return Case(name, (*BUILD, *more), {"worst.yaml": HEAD + text, **around}, says,
                code if says else 0)  # fmt: skip


def _node(name: str, node: str, says: str = "") -> Case:
    return _sheet(name, f"body:\n  - {node}\n", says)


def _deep(kind: str, levels: int, inner: str) -> str:
    return f"{{{kind}: [" * levels + inner + "]}" * levels


@cache
def _black(width: int, height: int, channels: int = 1) -> bytes:
    """A black picture: a few kilobytes, and as many pixels as you like."""
    head = struct.pack(">IIBBBBB", width, height, 8, {1: 0, 4: 6}[channels], 0, 0, 0)
    pixels = packed_zeros(height * (1 + channels * width))
    chunks = ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
    return PNG_MARK + b"".join(chunk(*one) for one in chunks)


def _parts(number: int, body: str, last: str = "[a]") -> dict[str, Content]:
    """Parts that each use the next one in `body`."""
    parts: dict[str, Content] = {
        f"p{n}_dot_yaml": f"part: p{n}\nbody:\n  - {body.format(n + 1)}\n" for n in range(number)
    }
    return {**parts, f"p{number}_dot_yaml": f"part: p{number}\nbody: {last}\n"}


LONG = "word " * 1_900
NODES = "more than 20,000 nodes on a page"
STEPS = "too much work: more than 10,000,000 steps"
WIDE = "".join(f"  f{n}: {n}\n" for n in range(9_000))


def _facts(name: str, facts: str, says: str = STEPS, body: str = "[a]") -> Case:
    return _sheet(name, f"facts:\n{facts}body: {body}\n", says)


def _many(number: int, value: str) -> str:
    return "".join(f"  f{n}: '{value}'\n" for n in range(number))


def _doubled(times: int, first: str) -> str:
    """A list that doubles with each fact; the last is `d`."""
    steps = "".join(f"  d{n}: '{{d{n - 1} + d{n - 1}}}'\n" for n in range(1, times))
    return f"  d0: '{{{first}}}'\n{steps}  d: '{{d{times - 1}}}'\n"


WORST = (
    _node(f"{TEXTS:,} texts", f"{{for: i in range({TEXTS}), text: '{{i}}'}}", "doesn't fit"),
    _node("loops in loops in loops", "{for: i in range(99), group: [{for: j in range(99), group: "
          "[{for: k in range(99), text: a}]}]}", NODES),
    _node("18 million boxes", "{for: i in range(9000), boxes: 2000}", NODES),
    _node("10 million labels", "{for: i in range(5000), track: '{range(2000)}', size: 9mm}", NODES),
    _node("85 million characters", f"{{for: i in range(9000), text: '{LONG}'}}", NODES),
    _node("long texts that shrink", f"{{for: i in range({FLOWING}), text: '{LONG}', size: 300pt, "
          "shrink: 6.5pt, height: 9mm}", "doesn't fit"),
    _node("a long word that shrinks and breaks", f"{{for: i in range({WORDS}), "
          f"text: '{'w' * 9900}', size: 300pt, shrink: 6.5pt, wrap: last, height: 200mm}}",
          "doesn't fit"),
    _node("a long word broken at its syllables", "{hyphens: true, width: 30mm, text: "
          f"{'Donaudampfschifffahrt' * 400}}}", "doesn't fit"),
    _node("a text of nothing but marks", f"{{rich: '{'*a* **b** ' * MARKS}', height: 9mm}}",
          "doesn't fit"),
    _node("nearly an icon, again and again", f"{{rich: '{':a-' * 3300}'}}", "unknown icon"),
    _node(f"{ICONS:,} icons that shrink", f"{{rich: '{':wool: ' * ICONS}', shrink: 6.5pt, "
          "wrap: last, height: 9mm}", "doesn't fit"),
    _node(f"{HEADINGS:,} headings that flow", f"{{flow: [{{for: i in range({HEADINGS}), text: a, "
          "style: title}], columns: 2}"),
    _node("letters that flow", f"{{flow: [{{for: i in range({FLOWING}), text: '{LONG}'}}], "
          "columns: 3}"),
    _node("a flow in columns of a hair", "{flow: [{for: i in range(900), text: a}], columns: 8, "
          "gutter: 60mm}", "doesn't fit"),
    _node("long paths", "{canvas: [{for: i in range(9000), "
          f"path: '{'M0 0 C1 1 2 2 3 3 ' * CURVES}'"
          ", at: [50, 50], width: '{1 + i / 1000}mm', height: 5mm, stroke: ink}], height: 200mm}",
          NODES),
    _node("a hundred million cells", "{table: {columns: [{for: i in range(10000)}], "
          "rows: [{for: j in range(10000), cells: []}]}}", "a table has at most 200 columns"),
    _node("10,000 rows", "{table: {columns: [{}], rows: [{for: j in range(10000)}]}}",
          "a table has at most 2,000 rows"),
    _node("cells that reach far", "{table: {columns: [{for: i in range(200)}], rows: [{for: j in "
          "range(400), cells: [{for: k in range(2), text: x, span: 100, down: 1}]}]}}",
          "doesn't fit"),
    _node(f"{BESIDE:,} side by side", f"{{row: [{{for: i in range({BESIDE}), text: 'a {{i}}', "
          "size: '{6.5 + i / 50}pt'}]}", "doesn't fit"),
    _node("rows in rows in rows", _deep("row", 14, '{for: i in range(900), text: "{i} abc"}'),
          "doesn't fit"),
    _node("grids in grids in grids", _deep("grid", 14, "{for: i in range(900), text: abc}"),
          "doesn't fit"),
    _node("boxes in boxes in boxes", _deep("box", 14, f"{{for: i in range({BOXED}), text: abc}}"),
          "doesn't fit"),
    _sheet("parts that double", "body:\n  - use: p0\n", NODES,
           **_parts(30, "{{group: [{{use: p{0}}}, {{use: p{0}}}]}}")),
    _sheet("200 parts, one in the other", "body:\n  - use: p0\n", "nested more than 50 levels deep",
           **_parts(200, "use: p{}")),
    _node("sums over and over", "{for: i in range(9999), when: 'sum(range(i, 9999)) < 0', text: a}",
          STEPS),
    _facts("a list searched for in 8,192 lists", "  r: '{range(9000)}'\n" + _doubled(14, "[r]")
           + "  s: '{range(8999) + [0]}'\n", body="['{1 if s in d else 2}']"),
    _facts("a list sought again and again", "  r: '{range(90)}'\n" + _doubled(13, "[r]"),
           body="[{for: i in range(9000), when: '[i] + r in d', text: a}]"),
    _facts("loops in loops in an expression", "  n: '{len([1 for i in range(9999) for j in range("
           "9999) for k in range(9999) if k < 0])}'\n"),
    _facts("lists of lists, item by item", "  r: '{range(5000)}'\n  l: '{[[j for j in r] for i in "
           "r]}'\n"),
    _node("a word without end", f"{{for: i in range({WORDS}), text: '{'Donau' * 1800}', "
          "hyphens: true, size: 99pt, shrink: 6.5pt, height: 200mm}", "doesn't fit"),
    _facts(f"{SUMS:,} sums of sums", "  r: '{range(10000)}'\n"
           + _many(SUMS, "{sum(r) + sum(r) + max(r) + sum(r) + min(r)}")),
    _facts("20,000 texts of 10,000 characters", f"  w: {'w' * 9_000}\n" + _many(20_000, "{w}x")),
    _facts("12,000 texts of cuneiform in one fact", f"  w: {chr(0x12000) * 9_000}\n  l: ["
           + "'{w}x', " * 12_000 + "a]\n"),
    _facts("12,000 lists of 10,000 items", _many(12_000, "{range(10000)}")),
    _facts("long texts put in order", f"  w: {'w' * 9_000}\n" + _doubled(13, "[w]")
           + _many(99, "{len(sorted(d))}")),
    _facts("a text sought in a long text", f"  w: {'w' * 9_900}\n",
           body="[{for: i in range(9999), when: \"i < 0 or 'wwwwwx' in w or 'x' in w\", text: a}]"),
    _facts("9,000 facts seen by 9,000 items of each of 99 loops", WIDE,
           body="[{for: j in range(99), group: [{for: i in range(9000), when: i < 0, text: a}]}]"),
    _sheet("200 pages, each of them slow", "each: p in range(200)\nbody:\n  - {for: i in range(50)"
           ", when: 'sum(range(p, 10000)) < 0', text: a}\n  - '{p}'\n", STEPS),
    _sheet("parts with facts of their own",
           "body:\n  - {for: i in range(9000), use: p, with: {n: '{i}'}}\n", STEPS,
           p_dot_yaml="part: p\nparameters: {n: {}}\nfacts: {a: '{sum(range(n, 9999))}'}\n"
                      "body: [space: 0mm]\n"),
    _sheet(f"{UNKNOWN:,} unknown facts", "facts:\n" + "".join(
           f"  f{n}: '{{unknown{n}}}'\n" for n in range(UNKNOWN)) + "body: [a]\n",
           f"{UNKNOWN - 50:,} more problems not shown"),
    _sheet(f"{UNKNOWN:,} unknown words", "body:\n" + "".join(
           f"  - {{txet{n}: a}}\n" for n in range(UNKNOWN)),
           f"{UNKNOWN - 50:,} more problems not shown"),
    _sheet("lists in lists that are compared", "facts:\n  a0: '{range(99)}'\n  b0: '{range(99)}'\n"
           + "".join(f"  {x}{n}: '{{[{x}{n - 1}, {x}{n - 1}]}}'\n" for n in range(1, 60)
                     for x in "ab") + "body: ['{1 if a59 == b59 else 2}']\n",
           "too large to be compared"),
    _sheet("texts that double", "facts:\n  f0: xxxxxxxxxx\n" + "".join(
        f"  f{n}: '{{f{n - 1} + f{n - 1}}}'\n" for n in range(1, 40)) + "body: ['{f39}']\n",
        "a text of 10240 characters is too long"),
    _sheet(f"{2 * LOOPED:,} pages", f"each: i in range({LOOPED})\nbody: ['{{i}} {{page}}']\n", "",
           "--copies", "2"),
    _sheet("30,000 pages", "each: i in range(10000)\nbody: ['{i}']\n",
           "30,000 pages are too many hint: at most 20,000", "--copies", "3"),
    _sheet("9 million nodes", "each: i in range(10000)\nbody:\n"
           "  - {for: j in range(900), space: 0mm, when: i < j + 10000}\n",
           STEPS),
    _sheet(f"a label on each of {PLACES**2:,} places", "page: {size: 40x40mm, margin: 2mm}\n"
           f"each: i in range({LABELS})\nbody: ['{{i}}']\n", "", "--paper",
           f"{40 * PLACES}x{40 * PLACES}mm"),
    _sheet("pixels by the million", "body: [a]\n", "", "--format", "png", "--dpi", str(DPI)),
    _sheet("280 million pixels", "body: [a]\n", "at most 40 million", "--format", "png",
           "--dpi", "1200", "--paper", "a3")._replace(code=2),
    _sheet(f"a picture of {CIRCLES:,} circles",
           f"body:\n  - {{canvas: [{{for: i in range({CIRCLES}), circle: "
           "1.5mm, at: ['{i % 99 * 1.8 + 1}', '{i // 99 * 2 + 1}'], fill: tint}], "
           "height: 202mm}\n",
           "", "--format", "png", "--dpi", "300"),
    _sheet(f"a picture of {PIXELS} million pixels", "body: [image: p.png]\n", "",
           p_dot_png=lambda: _black(8000, PIXELS * 125, 4)),
    _sheet("pictures of 240 million pixels", "body:\n" + "".join(
        f"  - {{image: p{n}.png, height: 9mm}}\n" for n in range(6)),
        "all pictures together have more than 200 million pixels",
        **{f"p{n}_dot_png": lambda: _black(8000, 5000) for n in range(6)}),
    _sheet("an icon of 40,000 lines", "body:\n  - {canvas: [{for: i in range(900), icon: big, "
           "size: '{1 + i / 1000}mm', at: [50, 50]}], height: 200mm}\n", NODES,
           **{"icons/big_dot_yaml": 'icon: big\nlayers:\n  - line: "' + "M1 1 L2 2 " * 20_000
              + '"\n'}),
    _sheet(f"{PROBLEMS:,} problems", "body:\n" + "  - {text: aaaaaaaa, width: 1mm}\n" * PROBLEMS,
           f"{PROBLEMS - 50:,} more problems not shown"),
    Case("101 counts of players", (*BUILD, "--players", "all"),
         {"worst.yaml": HEAD.replace("none", "1-101") + "body: [a]\n"}, "from 1 to 100"),
    Case("pages of several targets", (*BUILD[:1], *["worst.yaml"] * 3, "--copies", "1000"),
         {"worst.yaml": HEAD + "each: i in range(7)\nbody: [a]\n"}, "21,000 pages are too many", 2),
)  # fmt: skip


@pytest.mark.parametrize("case", WORST, ids=str)
def test_expensive_input_prints_or_hits_a_named_limit(
    case: Case, sandbox: Sandbox, tmp_path: Path
) -> None:
    plant(case.files, tmp_path)
    ended = sandbox.run(*case.argv, cwd=tmp_path, writable=[tmp_path / "out"], cpu_s=30)

    assert not ended.faults(case.files), ended.told()
    assert ended.code == case.code, ended.told()
    assert case.says in " ".join((ended.out + ended.err).split()), ended.told()
