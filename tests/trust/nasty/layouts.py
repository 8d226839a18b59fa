"""Layouts (with parts, icons and translations) that are harmful or invalid."""

from __future__ import annotations

from itertools import chain

from tests.trust.nasty import FOLDER, PIPE, Case, Content, Link

HEAD = "sheet: own/nasty\ntitle: Nasty\nplayers: none\n"
PART = "part: stolen\nbody:\n  - text: stolen\n"
BUILD = ("build", "nasty.yaml", "--out", "out/")


def _file(name: str, text: str | bytes, says: str = "") -> Case:
    """A whole layout file; without `says` it must work."""
    return Case(name, BUILD, {"nasty.yaml": text}, says, 1 if says else 0)


def _body(name: str, node: str, says: str = "", **more: Content) -> Case:
    """A layout of one node, with files next to it (a `__` in a name is a `/`)."""
    files = {key.replace("__", "/").replace("_dot_", "."): each for key, each in more.items()}
    text = f"{HEAD}body:\n  - {node}\n"
    return Case(name, BUILD, {"nasty.yaml": text, **files}, says, 1 if says else 0)


def _files(name: str, says: str, files: dict[str, Content]) -> Case:
    return Case(name, BUILD, files, says, 1 if says else 0)


def _text(expression: str) -> str:
    return f'text: "{{{expression}}}"'


def _bomb() -> str:
    rows = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    return HEAD + "\n".join(rows) + "\nbody: *a11\n"


GOOD = HEAD + "body:\n  - text: Hello\n"

YAML = (
    _file("alias bomb", _bomb(), "anchors (&) and aliases (*) aren't supported"),
    _file("merge key", HEAD + "body:\n  - {<<: {text: Hi}}\n", "merge keys (<<)"),
    _file("alias to itself", HEAD + "body: &a [*a]\n", "anchors (&)"),
    _file("nested flow lists", HEAD + "body: " + "[" * 5000, "nested more than 40 levels"),
    _file("nested flow maps", HEAD + "body: " + "{a: " * 5000, "nested more than 40 levels"),
    _file("nested block lists", HEAD + "body: " + "- " * 3000 + "x", "a list cannot begin here"),
    _file("nested dashes", HEAD + "body:\n " + " -" * 3000 + " x", "nested more than 40 levels"),
    _file("nested questions", HEAD + "body:\n" + "? " * 3000, "a key must be a single word"),
    _file("python object", HEAD + "body: !!python/object/apply:os.system ['true']\n", "the tag"),
    _file("python name", HEAD + "body: !!python/name:os.system\n", "the tag"),
    _file("a tag of one's own", HEAD + "body: !boom [1]\n", "the tag '!boom'"),
    _file("binary tag", HEAD + "body: !!binary aGVsbG8=\n", "the tag '!!binary'"),
    _file("set tag", HEAD + "body: !!set {a, b}\n", "the tag '!!set'"),
    _file("verbatim tag", HEAD + "body: !<tag:yaml.org,2002:python/none> x\n", "the tag"),
    _file("tag directive", "%TAG ! tag:evil,2000:\n---\n" + GOOD, "% directives"),
    _file("version directive", "%YAML 1.1\n---\n" + GOOD, "% directives"),
    _file("ten thousand directives", "%TAG !a! b\n" * 10_000 + "---\n" + GOOD, "% directives"),
    _file("duplicate key", GOOD + "title: Again\n", "the key 'title' appears twice"),
    _file("duplicate key in a node", HEAD + "body:\n  - {text: a, text: b}\n", "appears twice"),
    _file("a list as key", HEAD + "[a, b]: c\nbody: []\n", "a key must be a single word"),
    _file("two documents", GOOD + "---\n" + GOOD, "a second document"),
    _file("empty file", "", "the file is empty"),
    _file("blanks only", " \n\n  \n", "the file is empty"),
    _file("a comment only", "# nothing\n", "the file is empty"),
    _file("one word", "hello", "expected a layout"),
    _file("a list", "- a\n- b\n", "expected a layout"),
    _file("tabs", "sheet: own/x\n\ttitle: x\n", "a tab is used for indentation"),
    _file("an open quote", HEAD + 'body:\n  - text: "never closed\n', "never closed"),
    _file("an open brace", HEAD + "body: {a: [b\n", "a ',' or ']' is missing here"),
    _file("60,000 values", HEAD + "body: [" + "a," * 60_000 + "]\n", "more than 50,000 values"),
    _file("a file of 2 MB", HEAD + "# " + "x" * 2_000_000, "larger than 1 MB"),
    _file("a key of 100,000 characters", "k" * 100_000 + ": 1\n", "a ':' is out of place"),
    _file("an escape beyond Unicode", HEAD + 'body:\n  - "\\UFFFFFFFF"\n', "escape"),
    _file("an escaped NUL", HEAD + 'body:\n  - "\\0"\n', "U+0000 cannot be printed"),
    _file("an escaped surrogate", HEAD + 'body:\n  - "\\uD800"\n', "unknown escape"),
)

ENCODINGS = (
    _file("byte order mark", b"\xef\xbb\xbf" + GOOD.encode()),
    _file("Windows line ends", GOOD.replace("\n", "\r\n")),
    _file("old Mac line ends", GOOD.replace("\n", "\r")),
    _file("mark and Windows line ends", b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()),
    _file("UTF-16", GOOD.encode("utf-16"), "nasty.yaml:1:1: error: the byte 0xFF is not UTF-8"),
    _file("UTF-16 without mark", GOOD.encode("utf-16-le"), "U+0000"),
    _file("UTF-32", GOOD.encode("utf-32-be"), "U+0000"),
    _file("Latin-1", GOOD.replace("Hello", "Grüße").encode("latin-1"), "nasty.yaml:5:13"),
    _file("overlong slash", GOOD.encode() + b"# \xc0\xaf\n", "0xC0 is not UTF-8"),
    _file("surrogates in UTF-8", GOOD.encode() + b"# \xed\xa0\x80\n", "0xED is not UTF-8"),
    _file("NUL", GOOD + "# \x00\n", "U+0000 cannot be used"),
    _file("escape sequence", GOOD + "# \x1b[2J\n", "U+001B cannot be used"),
    _file("delete", GOOD + "# \x7f\n", "U+007F cannot be used"),
    _file("a second mark", GOOD + "# \ufeff\n", "U+FEFF ZERO WIDTH NO-BREAK SPACE cannot be used"),
    _file("line separator", GOOD + "# \u2028\n", "U+2028 LINE SEPARATOR cannot be used"),
    _file("PDF as layout", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "not UTF-8"),
    _file("random bytes", bytes(range(256)) * 40, "the byte 0x80"),
)

NUMBERS = (
    _body("NaN", "{space: .nan}", "not a number that can be used"),
    _body("infinity", "{space: .inf}", "not a number that can be used"),
    _body("minus infinity", "{space: -.INF}", "not a number that can be used"),
    _body("1e999", "{boxes: 1e999}", "is too large"),
    _body("a huge whole number", "{boxes: 99999999999999999999}", "is too large"),
    _body("a million digits", "{boxes: " + "9" * 900_000 + "}", "is too large"),
    _body("hexadecimal bomb", "{boxes: 0x" + "f" * 5000 + "}", "is too large"),
    _body("a billion boxes", "{boxes: 1000000000}", "2000"),
    _body("minus one box", "{boxes: -1}", "from 0"),
    _body("a length of a kilometre", "{text: Hi, width: 1000000mm}", "from 0 to 3500 mm"),
    _body("a negative length", "{text: Hi, width: -5mm}", "-5mm"),
    _body("type of a metre", "{text: Hi, size: 3000pt}", "300"),
    _body("type of 1 pt", "{text: Hi, size: 1pt}", "6.5"),
    _body("a hairline", "{rule: 0.001pt}", "0.3"),
    _body("a thousand columns", "{grid: [a], columns: 1000}", "60"),
    _body("no columns", "{grid: [a], columns: 0}", "from 1"),
    _body("span of a million",
          "{table: {columns: [{}], rows: [{cells: [{text: a, span: 999999}]}]}}", "100"),
    _file("a billion players", HEAD.replace("none", "1-1000000000") + "body: [a]\n", "players"),
    _file("minus two players", HEAD.replace("none", "-2") + "body: [a]\n", "players"),
    _file("a range backwards", HEAD.replace("none", "6-2") + "body: [a]\n", "players"),
    _file("half a player", HEAD.replace("none", "2.5") + "body: [a]\n", "players"),
    _file("page of a kilometre", HEAD + "page: {size: 1000000x1000000mm}\nbody: [a]\n", "1000000"),
    _file("page of nothing", HEAD + "page: {size: 0x0mm}\nbody: [a]\n", "0x0mm"),
    _file("margin wider than the page", HEAD + "page: {margin: 400mm}\nbody: [a]\n", "margin"),
    _file("a negative margin", HEAD + "page: {margin: -400mm}\nbody: [a]\n", "-400mm"),
    _file("a gap of a kilometre", HEAD + "page: {gap: 1000000mm}\nbody: [a, b]\n", "out of range"),
)  # fmt: skip

EXPRESSIONS = (
    _body("power bomb", _text("9**9**9"), "can't be used here"),
    _body("shift bomb", _text("1 << 999999999"), "can't be used here"),
    _body("text times a billion", _text("'a' * 1000000000"), "'*' does not work"),
    _body("list times a billion", _text("[0] * 1000000000"), "'*' does not work"),
    _body("range of a billion", _text("sum(range(1000000000))"), "too long"),
    _body("product beyond bounds", _text("999999999 * 999999999"), "too large"),
    _body("loop of a million", '{for: i in range(1000000), text: "{i}"}', "too long"),
    _body("loops in loops",
          "{for: i in range(9000), row: [{for: j in range(9000), space: 1mm}]}", "20,000 nodes"),
    _body("division by zero", _text("1 / 0"), "division by zero"),
    _body("remainder of zero", _text("1 % 0"), "division by zero"),
    _body("deep parentheses", _text("(" * 240 + "1" + ")" * 240), "is not an expression"),
    _body("deep minus", _text("-" * 400 + "1"), "levels deep"),
    _body("a long expression", _text("1" + " + 1" * 5000), "too long"),
    _body("attribute", _text("title.__class__"), "isn't a valid name"),
    _body("attribute of a text", _text("title.upper"), "has no field 'upper'"),
    _body("method of a text", _text("title.format(1)"), "can't be used here"),
    _body("subclasses", _text("().__class__.__bases__[0].__subclasses__()"), "here"),
    _body("import", _text("__import__('os').system('true')"), "here"),
    _body("builtins", _text("open('/etc/passwd')"), "open"),
    _body("eval", _text("eval('1')"), "eval"),
    _body("lambda", _text("(lambda: 1)()"), "can't be used here"),
    _body("comprehension", _text("[x for x in range(9)]"), "a list cannot be printed"),
    _body("walrus", _text("(x := 1)"), "can't be used here"),
    _body("f-string", _text("f'{title}'"), "here"),
    _body("format specification", _text("title:>1000000000"), "formats like {x:02} are not used"),
    _body("conversion", _text("title!r"), "is not an expression"),
    _body("starred", _text("min(*[1, 2])"), "here"),
    _body("keyword", _text("min(a=1)"), "here"),
    _body("a look-alike name", _text("ｔitle"), "isn't a valid name"),
    _body("a complex number", _text("1j"), "can't be used here"),
    _body("bytes", _text("b'x'"), "can't be used here"),
    _body("ellipsis", _text("..."), "can't be used here"),
    _body("await", _text("await x"), "here"),
    _body("a statement", _text("import os"), "is not an expression"),
    _body("a newline and a statement", r'text: "{1\nimport os}"', "is not an expression"),
    _body("a loop over a name with _", '{for: "_x in [1]", text: "{_x}"}', "is not a loop"),
    _body("a loop that hides a fact", '{for: "t in [1]", text: "{t}"}', "is taken"),
    _body("pad to a billion", _text("len(pad(1, 1000000000))")),
    _body("a lone brace", 'text: "{"', "never closed"),
    _body("text of 10,000 characters", "text: " + "word " * 2000, "doesn't fit"),
    _body("text of 20,000 characters", "text: " + "x" * 20_000, "too long"),
    _body("join of much", _text("join(range(10000), 'xxxxxxxxxx')"), "too long"),
    _body("facts that never end", _text("nothing"), "unknown fact 'nothing'"),
    _body("a fact in a page's size", "text: a", "63mm",
          nasty_dot_yaml=HEAD + 'page: {size: "{63}mm"}\nbody: [a]\n'),
)  # fmt: skip

PATHS = (
    _body("part outside", "use: ../outside/stolen", "isn't a valid name for a part"),
    _body("part by absolute path", "use: /etc/passwd", "isn't a valid name for a part"),
    _body("part by URL", "use: http://localhost/part", "isn't a valid name for a part"),
    _body("part by link", "use: stolen", "the part 'stolen' is outside the layout's folder",
          stolen_dot_yaml=Link("../outside/stolen.yaml")),
    _body("part in a linked folder", "use: shared/stolen", "'shared/stolen' is outside",
          shared=Link("../outside")),
    _body("part with NUL", r'use: "a\0b"', "U+0000"),
    _body("part of 10,000 characters", "use: " + "a" * 10_000, "a part like shared/header"),
    _body("part that is a pipe", "use: pipe", "unknown part 'pipe'", pipe_dot_yaml=PIPE),
    _body("part that is a folder", "use: folder", "unknown part 'folder'", folder_dot_yaml=FOLDER),
    _body("part that is a device", "use: zero", "is outside", zero_dot_yaml=Link("/dev/zero")),
    _body("part that uses itself", "use: loop", "uses itself",
          loop_dot_yaml="part: loop\nbody:\n  - use: loop\n"),
    _body("parts that use each other", "use: one", "uses itself",
          one_dot_yaml="part: one\nbody:\n  - use: two\n",
          two_dot_yaml="part: two\nbody:\n  - use: one\n"),
    _body("part from an expression", "use: \"{'../outside/stolen'}\"", "isn't a valid name"),
    _body("part that is a layout", "use: other", "this is a layout", other_dot_yaml=GOOD),
    _body("icon outside", "icon: ../outside/icons/stolen", "unknown icon"),
    _body("icon by absolute path", "icon: /etc/passwd", "unknown icon"),
    _body("icon by link", "icon: stolen", "the icon 'stolen' is outside",
          icons__stolen_dot_yaml=Link("../../outside/icons/stolen.yaml")),
    _body("icons in a linked folder", "icon: stolen", "the icon 'stolen' is outside",
          icons=Link("../outside/icons")),
    _body("icon that is a pipe", "icon: pipe", "unknown icon", icons__pipe_dot_yaml=PIPE),
    _body("icon that is a device", "icon: zero", "the icon 'zero' is outside the layout's folder",
          icons__zero_dot_yaml=Link("/dev/zero")),
    _body("icon with a bomb", "icon: bomb", "anchors",
          icons__bomb_dot_yaml="icon: bomb\nlayers: &a [*a]\n"),
    _body("icon off the grid", "icon: far", "leaves the grid",
          icons__far_dot_yaml='icon: far\nlayers:\n  - line: "M0 0 L99 99"\n'),
    _body("icon with NaN", "icon: nan", "icons/nan.yaml:3",
          icons__nan_dot_yaml='icon: nan\nlayers:\n  - line: "M nan 0 L1 1"\n'),
    _files("layout that is a pipe", "a regular file", {"nasty.yaml": PIPE}),
    _files("layout that is a folder", "not a file", {"nasty.yaml": FOLDER}),
    _files("layout that is a device", "a regular file", {"nasty.yaml": Link("/dev/zero")}),
    _files("layout that is a link in a circle", "cannot read this file",
           {"nasty.yaml": Link("nasty.yaml")}),
    Case("layout that is not there", BUILD, {}, "no such file",
         missing=("nasty.yaml",)),
    _body("an icon with a huge number", "icon: huge", "is too large",
          icons__huge_dot_yaml='icon: huge\nlayers:\n  - line: "M0 0 L1e9 1e9"\n'),
    Case("words by link", (*BUILD, "--lang", "xx"),
         {"nasty.yaml": GOOD, "locale/xx.po": Link("../../outside/stolen.po")},
         "outside the layout's folder"),
    Case("words in a linked folder", (*BUILD, "--lang", "stolen"),
         {"nasty.yaml": GOOD, "locale": Link("../outside")}, "unknown language 'stolen'", 2),
    Case("words by a path", (*BUILD, "--lang", "../../outside/stolen"), {"nasty.yaml": GOOD},
         "unknown language", 2),
    Case("words that are a pipe", (*BUILD, "--lang", "de"),
         {"nasty.yaml": GOOD, "locale/de.po": PIPE}, code=0),
    Case("words of nonsense", (*BUILD, "--lang", "de"),
         {"nasty.yaml": GOOD, "locale/de.po": "boom"}, "this isn't a line of a .po file"),
    Case("words with code", (*BUILD, "--lang", "de"),
         {"nasty.yaml": GOOD, "locale/de.po": 'msgid "Hello"\nmsgstr "{().__class__}"\n'},
         "isn't a valid name"),
    Case("words with a bomb", (*BUILD, "--lang", "de"),
         {"nasty.yaml": GOOD, "locale/de.po": 'msgid "Hello"\nmsgstr "{9**9**9}"\n'},
         "can't be used here"),
    Case("words with control characters", (*BUILD, "--lang", "de"),
         {"nasty.yaml": GOOD, "locale/de.po": 'msgid "Hello"\nmsgstr "a\u202eb"\n'}, "U+202E"),
)  # fmt: skip

DRAWINGS = (
    _body("path of nonsense", 'path: "M 1 1 boom"', "boom"),
    _body("path with infinity", 'path: "M 1e999 0 L 1 1"', "M"),
    _body("path of 30,000 characters", 'path: "' + "M0 0 L1 1 " * 3000 + '"', "path data"),
    _body("path with a flat arc", 'path: "M0 0 A0 0 0 0 1 9 9"'),
    _body("path with a huge arc", 'path: "M0 0 A1e300 1e300 0 0 1 9 9"', "path"),
    _body("path with a tiny view", '{path: "M0 0 L1 1", view: [0, 0], height: 9mm}', "view"),
    _body("path with a text as view", '{path: "M0 0 L1 1", view: [a, b]}', "view"),
    _body(
        "canvas far away",
        "{canvas: [{text: a, at: [1e9, 1e9]}], height: 9mm}",
        "outside the canvas",
    ),
    _body("canvas with text as place", "{canvas: [{text: a, at: [x, y]}], height: 9mm}", "at"),
    _body("a table without columns", "{table: {columns: [], rows: []}}", "column"),
    _body("a track of 10,000", "{track: '{range(10000)}'}", "a track of 10,000 boxes"),
    _body("a track of lists", "{track: [[1], [2]]}", "track"),
    _body("an unknown font", "{text: a, font: ../outside/font}", "unknown font"),
    _body("an unknown weight", "{text: a, font: text, weight: heavy}", "has no weight"),
    _body("an unknown colour", "{text: a, colour: url(http://localhost/)}", "colour"),
    _body("a script as text", "text: <script>alert(1)</script>"),
    Case(
        "a refusal of its own",
        BUILD,
        {"nasty.yaml": HEAD + "body: [{refuse: Not today}]\n"},
        "Not today",
        placed=False,
    ),
)

VARIANTS = (
    Case("a variant that leads out", (*BUILD, "--variant", "../../outside/evil"),
         {"nasty.yaml": HEAD + "variants: [../../outside/evil]\nbody: [a]\n"}, "variant"),
    Case("a variant of 10,000 characters", (*BUILD, "--variant", "v" * 10_000),
         {"nasty.yaml": HEAD + f"variants: [{'v' * 10_000}]\nbody: [a]\n"}, "variant"),
    Case("a variant with control characters", BUILD,
         {"nasty.yaml": HEAD + 'variants: ["a\\tb"]\nbody: [a]\n'}, "variant"),
    Case("variants that are no list", BUILD,
         {"nasty.yaml": HEAD + "variants: {a: b}\nbody: [a]\n"}, "variants"),
    _file("a sheet's id that leads out", GOOD.replace("own/nasty", "../../evil"), "sheet"),
    _file("a game that is a path", HEAD + "game: ../attribute\nbody: [a]\n", "unknown game"),
    _file("a title with control characters", GOOD.replace("Nasty", '"a\\u202eb"'), "U+202E"),
)  # fmt: skip


def _data(name: str, node: str, data: str, says: str) -> Case:
    """A layout of one node that shows what a JSON file holds."""
    text = f"{HEAD}data: {{d: d.json}}\nbody:\n  - {node}\n"
    return _files(name, says, {"nasty.yaml": text, "d.json": data})


_CHART = "{chart: lines, series: '{d}', width: 100mm, height: 60mm}"
_DRAWING = "{canvas: [{circle: 5mm, at: [5, 5]}], width: 30mm, height: 30mm, alt: '{d[0]}'}"
_NO_TEXT = ("build", "\udcff.yaml", "--out", "out/")

DATA = (
    _data("data without end", _CHART, '[{"name": "a", "values": [1e999]}]', "is too large"),
    _data("data that is nearly 0", _CHART, '[{"name": "a", "values": [5e-324]}]', "is too small"),
    _data("half a character in a chart", _CHART, '[{"name": "\\ud800", "values": [1]}]', "U+D800"),
    _data("half a character read aloud", _DRAWING, '["\\udfff"]', "U+DFFF"),
    _data("a control character in data", "text: '{d[0]}'", '["\\u0007"]', "U+0007"),
    _body("a chart of what is nearly 0",
          "{chart: bars, series: [{name: a, values: ['{1e-200 * 5e-124}']}]}"),
    Case("a layout of bytes that are no text", _NO_TEXT, {"\udcff.yaml": GOOD},
         "its name is not UTF-8", missing=("\\xff.yaml",)),
)  # fmt: skip

CASES = tuple(chain(YAML, ENCODINGS, NUMBERS, EXPRESSIONS, PATHS, DRAWINGS, VARIANTS, DATA))
