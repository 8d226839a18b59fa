"""Mutations of valid input, the same for the same seed.

Text is mutated by its structure: words are swapped, lines doubled or lost, indentation shifted,
and snippets inserted that have broken other programs. The values of YAML and JSON are mutated too:
values, keys and branches are swapped, and the result is valid YAML or JSON again. Bytes are mutated
by the chunks and tables of PNG and font files. One input gets one to four mutations, and text
sometimes a stray byte.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from copy import deepcopy
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

SNIPPETS: Final = (
    "<<: *a", "&a", "*a", "!!python/object/apply:os.system [true]", "!!binary aGk=", "!", "%TAG",
    "---", "...", "- ", "? ", ": ", "#", "|", ">", "|+9", "'", '"', "`", "@", "\\", '"\\x00"',
    '"\\uD800"', "{", "}", "{{", "}}", "[", "]", ",", "{{{{", "[[[[[[[[", "]]", "~", "null", "true",
    "no", "0x7fffffff", "0o17", "1e309", "-1e309", ".inf", "-.inf", ".nan", "-0", "-1", "0", "1.5",
    "99999999999999999999", "9" * 400, "1e-400", "1_000", "٣", "2024-01-01", "12:30:45",
    "{9**9**9}", "{().__class__}", "{players}", "{count}", "{1/0}", "{'a'*9}", "{x:02}", "{t('a')}",
    "{range(10000)}", "{[[]]}", "{not}", "{-(-1)}", "__class__", "__import__", "{page}", "{none}",
    "../", "../../../etc/passwd", "/dev/zero", "/dev/stdin", "file:///etc/passwd", "http://[::1]/",
    "~root", "$HOME", "%s%n", "con", "nul.png", "a/b/c/d/e/f/g", ".", "..", "x" * 300, "é" * 50,
    "\x00", "\x1b[2J", "\x7f", "\t", "\r", "\r\n", "\n", "\n\n", " ", "\u00a0", "\u2028", "\u202e",
    "\ufeff", "\ufffe", "e\u0301", "\U0001f411", "שלום", "สวัสดี", "ﬁ", "İ", "ß", "\ue000",
    "<b>", "</svg>", "<script>", "&amp;", "]]>", "(", ")", "[/]", "[bold]", "%PDF", "endstream",
    "for:", "when:", "text:", "use:", "image:", "icon:", "table:", "rows:", "columns:", "span: 100",
    "height: 3000mm", "width: 0mm", "size: 300pt", "at: [0, 0]", "1fr", "auto", "100%", "-5mm",
)  # fmt: skip
"""What has hurt other programs, and what is known here but may be out of place."""

ODD_VALUES: Final[tuple[Any, ...]] = (
    None, True, False, -1, 0, 7, 1.5, -0.0, 1e308, 10**30, "", " ", "\u202e", "\x00", "é",
    "A" * 500, [], {}, [[]], [None], {"": None}, {"Ann": None}, [{}] * 40, {"do": "roll"},
    "__class__",
)  # fmt: skip

_TOKEN = re.compile(r"[A-Za-z_][\w-]*|[0-9]+(?:\.[0-9]+)?|\s+|[^\w\s]")


def _hits(rng: Random) -> int:
    """How often an input is hit: mostly once, so that much of it stays valid."""
    return rng.choice((1, 1, 1, 1, 2, 2, 3, 4))


def mutate_text(text: str, rng: Random) -> bytes:
    """The text with one to four hits."""
    for _ in range(_hits(rng)):
        text = rng.choice(_TEXT_HITS)(text, rng)
    data = text.encode("utf-8", "surrogatepass")
    return mutate_bytes(data, rng) if rng.random() < 0.05 else data


def mutate_yaml(text: str, rng: Random) -> bytes:
    """YAML with one to four mutations: half of the time of its text, otherwise of its values."""
    if rng.random() < 0.5:
        return mutate_text(text, rng)
    tree = deepcopy(_said(text))
    for _ in range(_hits(rng)):
        rng.choice(_TREE_HITS)(tree, rng)
    text = json.dumps(tree, ensure_ascii=False, indent=1, default=str)  # a date, for example
    return text.encode("utf-8", "replace")


@lru_cache(maxsize=100)
def _said(text: str) -> Any:
    """Parse a YAML text."""
    return yaml.safe_load(text)


def mutate_record(text: str, rng: Random) -> bytes:
    """Lines of JSON with one to four hits, most of which leave them JSON."""
    lines = text.splitlines()
    for _ in range(_hits(rng)):
        rng.choice(_RECORD_HITS)(lines, rng)
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    return mutate_text(data.decode("utf-8", "replace"), rng) if rng.random() < 0.2 else data


def mutate_bytes(data: bytes, rng: Random) -> bytes:
    """Bytes with one to four hits."""
    for _ in range(_hits(rng)):
        data = rng.choice(_BYTE_HITS)(data, rng)
    return data


def mutate_png(data: bytes, rng: Random) -> bytes:
    """A PNG file with a chunk damaged; its checksum is right, so that it is looked at."""
    chunks = _chunks(data)
    at = rng.randrange(len(chunks))
    name, body = chunks[at]
    match rng.randrange(6):
        case 0:
            chunks[at] = name, mutate_bytes(body, rng)
        case 1 if name == b"IHDR":
            chunks[at] = name, _other_head(body, rng)
        case 2:
            chunks.insert(at, rng.choice((*chunks, *_odd_chunks(rng))))
        case 3:
            del chunks[at]
        case 4:
            other = rng.randrange(len(chunks))
            chunks[at], chunks[other] = chunks[other], chunks[at]
        case _:
            return mutate_bytes(data, rng)
    return PNG_MARK + b"".join(chunk(*one) for one in chunks)


def mutate_font(data: bytes, rng: Random) -> bytes:
    """A TrueType file with its directory or one of its tables damaged."""
    count = struct.unpack(">H", data[4:6])[0]
    entry = 12 + 16 * rng.randrange(count)
    _tag, _sum, start, length = struct.unpack(">4sIII", data[entry : entry + 16])
    match rng.randrange(5):
        case 0:  # a table that lies elsewhere, or is longer than the file
            field = entry + rng.choice((8, 12))
            return _put(data, field, struct.pack(">I", rng.choice(_ODD_SIZES)))
        case 1:  # a table's first bytes, which say how many there are of what
            field = start + 2 * rng.randrange(max(1, min(length, 60) // 2))
            return _put(data, field, struct.pack(">H", rng.choice((0, 1, 0x7FFF, 0x8000, 0xFFFF))))
        case 2:  # a table of another name
            return _put(data, entry, bytes(rng.choices(b"OS/2glyfcmap", k=4)))
        case 3:
            return (
                data[:start]
                + mutate_bytes(data[start : start + length], rng)
                + data[start + length :]
            )
    return mutate_bytes(data, rng)


def mutate_words(words: Sequence[str], values: Sequence[str], rng: Random) -> list[str]:
    """The arguments of a command with one to four hits; `values` are words to put in."""
    words = list(words)
    for _ in range(_hits(rng)):
        at = rng.randrange(len(words)) if words else 0
        match rng.randrange(7):
            case 0 if words:
                words[at] = rng.choice(values)
            case 1 if words:
                del words[at]
            case 2 if words:
                words.insert(at, words[rng.randrange(len(words))])
            case 3 if words:
                other = rng.randrange(len(words))
                words[at], words[other] = words[other], words[at]
            case 4 if words:
                words[at] = rng.choice(_TEXT_HITS)(words[at], rng).replace(
                    "\x00", ""
                )  # no system passes it on
            case _:
                words.insert(at, rng.choice(values))
    return words


# Hits on text.


def _insert_snippet(text: str, rng: Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(SNIPPETS) + text[at:]


def _replace_token(text: str, rng: Random) -> str:
    tokens = _TOKEN.findall(text)
    places = [at for at, token in enumerate(tokens) if not token.isspace()]
    if not places:
        return _insert_snippet(text, rng)
    at = rng.choice(places)
    tokens[at] = rng.choice(SNIPPETS) if rng.random() < 0.5 else tokens[rng.choice(places)]
    return "".join(tokens)


def _swap_tokens(text: str, rng: Random) -> str:
    tokens = _TOKEN.findall(text)
    places = [at for at, token in enumerate(tokens) if not token.isspace()] or [0]
    one, other = rng.choice(places), rng.choice(places)
    if tokens:
        tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


def _on_lines(hit: Callable[[list[str], int, Random], None]) -> Callable[[str, Random], str]:
    def on_text(text: str, rng: Random) -> str:
        lines = text.split("\n")
        hit(lines, rng.randrange(len(lines)), rng)
        return "\n".join(lines)

    return on_text


def _double_line(lines: list[str], at: int, rng: Random) -> None:
    lines[at:at] = [lines[at]] * rng.choice((1, 1, 2, 50))


def _drop_line(lines: list[str], at: int, _rng: Random) -> None:
    del lines[at]


def _move_line(lines: list[str], at: int, rng: Random) -> None:
    line = lines.pop(at)
    lines.insert(rng.randint(0, len(lines)), line)


def _indent(lines: list[str], at: int, rng: Random) -> None:
    lines[at] = rng.choice((" ", "  ", "    ", "\t", " " * 90)) + lines[at]


def _outdent(lines: list[str], at: int, rng: Random) -> None:
    lines[at] = lines[at][rng.randint(1, 4) :]


def _nest_line(lines: list[str], at: int, rng: Random) -> None:
    stripped = lines[at].lstrip()
    deep = rng.choice((2, 10, 60))
    lines[at] = lines[at][: len(lines[at]) - len(stripped)] + "- " * deep + stripped


def _change_number(text: str, rng: Random) -> str:
    found = list(re.finditer(r"[0-9]+", text))
    if not found:
        return _insert_snippet(text, rng)
    number = rng.choice(found)
    new = rng.choice(("0", "-1", "1", "2", "100", "9999", "1e9", "99999999999999999", "0.0001"))
    return text[: number.start()] + new + text[number.end() :]


def _drop_span(text: str, rng: Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + text[at + rng.choice((1, 1, 2, 5, 30, 300)) :]


def _double_span(text: str, rng: Random) -> str:
    at = rng.randint(0, len(text))
    span = text[at : at + rng.choice((1, 3, 10, 60))]
    return text[:at] + span * rng.choice((2, 3, 20)) + text[at:]


def _cut_short(text: str, rng: Random) -> str:
    return text[: rng.randint(0, len(text))]


def _change_character(text: str, rng: Random) -> str:
    if not text:
        return "\x00"
    at = rng.randrange(len(text))
    new = chr(rng.choice((rng.randrange(128), rng.randrange(0x2FFF), rng.randrange(0x110000))))
    return text[:at] + new + text[at + 1 :]


_TEXT_HITS: Final = (
    _insert_snippet, _insert_snippet, _insert_snippet, _replace_token, _replace_token,
    _replace_token, _swap_tokens, _change_number, _change_number, _drop_span, _double_span,
    _cut_short, _change_character, *map(_on_lines, (
        _double_line, _drop_line, _move_line, _indent, _outdent, _nest_line,
    )),
)  # fmt: skip


# Hits on what YAML says.


def _branches(tree: Any) -> list[tuple[Any, Any]]:
    """Every place in a tree: the mapping or list, and the key or number in it."""
    keys = [*tree] if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    return [place for key in keys for place in ((tree, key), *_branches(tree[key]))]


def _on_branch(hit: Callable[[Any, Any, Any, Random], None]) -> Callable[[Any, Random], None]:
    def on_tree(tree: Any, rng: Random) -> None:
        if places := _branches(tree):
            hit(tree, *rng.choice(places), rng)

    return on_tree


def _other_leaf(_tree: Any, owner: Any, key: Any, rng: Random) -> None:
    owner[key] = rng.choice(SNIPPETS) if rng.random() < 0.7 else rng.choice(ODD_VALUES)


def _hit_leaf(_tree: Any, owner: Any, key: Any, rng: Random) -> None:
    owner[key] = rng.choice(_TEXT_HITS)(str(owner[key]), rng)


def _other_branch(tree: Any, owner: Any, key: Any, rng: Random) -> None:
    other, place = rng.choice(_branches(tree))
    owner[key] = deepcopy(other[place])


def _other_key(tree: Any, owner: Any, key: Any, rng: Random) -> None:
    keys = [place for other, place in _branches(tree) if isinstance(other, dict)]
    if isinstance(owner, dict):
        owner[rng.choice(keys)] = owner.pop(key)


def _drop_branch(_tree: Any, owner: Any, key: Any, _rng: Random) -> None:
    del owner[key]


def _many_branches(_tree: Any, owner: Any, key: Any, rng: Random) -> None:
    if isinstance(owner, list):
        owner[key:key] = [deepcopy(owner[key]) for _ in range(rng.choice((1, 3, 40)))]
    else:
        owner[key] = [owner[key]] * rng.choice((0, 1, 2, 30))


def _wrap_branch(_tree: Any, owner: Any, key: Any, rng: Random) -> None:
    kinds = ("column", "row", "box", "grid", "group", "canvas")
    for _ in range(rng.choice((1, 1, 3, 9))):
        owner[key] = [{rng.choice(kinds): owner[key]}]


_TREE_HITS: Final = tuple(
    map(_on_branch, (
        _other_leaf, _other_leaf, _other_leaf, _hit_leaf, _hit_leaf, _hit_leaf, _other_branch,
        _other_key, _drop_branch, _many_branches, _wrap_branch,
    ))
)  # fmt: skip


# Hits on records.


def _on_row(hit: Callable[[dict[str, Any], Random], None]) -> Callable[[list[str], Random], None]:
    def on_lines(lines: list[str], rng: Random) -> None:
        at = rng.randrange(len(lines)) if lines else 0
        try:
            row = json.loads(lines[at])
            hit(row, rng)
            lines[at] = json.dumps(row, ensure_ascii=False)
        except (ValueError, IndexError, TypeError, AttributeError, KeyError):
            lines.append(rng.choice(SNIPPETS))

    return on_lines


def _odd_value(row: dict[str, Any], rng: Random) -> None:
    row[rng.choice([*row])] = rng.choice(ODD_VALUES)


def _odd_inner_value(row: dict[str, Any], rng: Random) -> None:
    inner: Any = rng.choice([one for one in row.values() if isinstance(one, dict | list)] or [row])
    place = rng.choice([*inner]) if isinstance(inner, dict) else rng.randrange(len(inner))
    inner[place] = rng.choice(ODD_VALUES)


def _swap_values(row: dict[str, Any], rng: Random) -> None:
    one, other = rng.choice([*row]), rng.choice([*row])
    row[one], row[other] = row[other], row[one]


def _rename_key(row: dict[str, Any], rng: Random) -> None:
    row[rng.choice((*row, "do", "by", "players", "game", "__class__", ""))] = row.pop(
        rng.choice([*row])
    )


def _deepen(row: dict[str, Any], rng: Random) -> None:
    key = rng.choice([*row])
    for _ in range(rng.choice((1, 5, 40))):
        row[key] = [row[key]]


def _edit_lines(lines: list[str], rng: Random) -> None:
    if lines:
        at = rng.randrange(len(lines))
        rng.choice((_double_line, _drop_line, _move_line))(lines, at, rng)


def _raw_json(lines: list[str], rng: Random) -> None:
    if lines:
        at = rng.randrange(len(lines))
        odd = (
            "NaN",
            "-Infinity",
            "1e999",
            "9" * 5000,
            '"\\ud800"',
            "[" * 99,
            '{"a":1,"a":2}',
            "'a'",
        )
        lines[at] = re.sub(
            r':\s*("[^"]*"|[0-9]+)', lambda _: ": " + rng.choice(odd), lines[at], count=1
        )


_RECORD_HITS: Final = (
    *map(_on_row, (_odd_value, _odd_inner_value, _swap_values, _rename_key, _deepen)),
    _edit_lines,
    _raw_json,
)


# Hits on bytes.

_ODD_SIZES: Final = (0, 1, 0xFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


def _put(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


def _flip_bit(data: bytes, rng: Random) -> bytes:
    if not data:
        return b"\x00"
    at = rng.randrange(len(data))
    return _put(data, at, bytes([data[at] ^ 1 << rng.randrange(8)]))


def _change_byte(data: bytes, rng: Random) -> bytes:
    at = rng.randint(0, len(data))
    return _put(data, at, bytes([rng.choice((0, 0xFF, 0x7F, 0x80, rng.randrange(256)))]))


def _change_size(data: bytes, rng: Random) -> bytes:
    form = rng.choice((">I", "<I", ">H", "<H"))
    size = rng.choice(_ODD_SIZES) & (0xFFFF if form[1] == "H" else 0xFFFFFFFF)
    return _put(data, rng.randint(0, len(data)), struct.pack(form, size))


def _drop_bytes(data: bytes, rng: Random) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + data[at + rng.choice((1, 4, 100)) :]


def _double_bytes(data: bytes, rng: Random) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + data[at : at + rng.choice((1, 4, 100))] + data[at:]


def _cut_bytes(data: bytes, rng: Random) -> bytes:
    return data[: rng.randint(0, len(data))]


_BYTE_HITS: Final = (
    _flip_bit, _flip_bit, _change_byte, _change_byte, _change_size, _drop_bytes, _double_bytes,
    _cut_bytes,
)  # fmt: skip


# The chunks of PNG.

PNG_MARK: Final = b"\x89PNG\r\n\x1a\n"


def packed_zeros(number: int) -> bytes:
    """So many zeros in a few kilobytes: a million of them is packed once, and then repeated."""
    millions, rest = divmod(number, 1_000_000)
    packer = zlib.compressobj(9, wbits=-15)
    million = packer.compress(bytes(1_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    last = packer.compress(bytes(rest)) + packer.flush()
    checksum = struct.pack(">HH", number % 65_521, 1)
    return b"\x78\xda" + millions * million + last + checksum


_ZEROS: Final = packed_zeros(5_000_000)


def _chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    chunks, at = [], len(PNG_MARK)
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    return chunks


def chunk(name: bytes, body: bytes) -> bytes:
    """A chunk of PNG: length, name, body and checksum."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _other_head(body: bytes, rng: Random) -> bytes:
    """Another width, height, depth, colour type or way of interlacing."""
    at = rng.choice((0, 4, 8, 9, 10, 11, 12))
    if at < 8:
        return _put(body, at, struct.pack(">I", rng.choice((*_ODD_SIZES, 3, 10_000))))
    return _put(body, at, bytes([rng.choice((0, 1, 2, 3, 4, 6, 8, 16, 255))]))


def _odd_chunks(rng: Random) -> list[tuple[bytes, bytes]]:
    return [
        (b"PLTE", bytes(rng.randrange(1, 800))),
        (b"tRNS", bytes(rng.randrange(0, 300))),
        (
            b"eXIf",
            b"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00",
        ),
        (b"eXIf", b"II*\x00" + rng.randbytes(30)),
        (b"iCCP", b"x\x00\x00" + zlib.compress(rng.randbytes(50))),
        (b"zTXt", b"a\x00\x00" + _ZEROS),
        (b"iTXt", b"a\x00\x01\x00\x00\x00" + zlib.compress(b"<script>")),
        (b"acTL", struct.pack(">II", rng.choice(_ODD_SIZES), 0)),
        (b"fcTL", rng.randbytes(26)),
        (b"gAMA", struct.pack(">I", rng.choice(_ODD_SIZES))),
        (b"pHYs", struct.pack(">IIB", rng.choice(_ODD_SIZES), 0, 1)),
        (b"IDAT", _ZEROS),
    ]
