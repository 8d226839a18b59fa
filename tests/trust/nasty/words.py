"""Names, seeds and codes: what people type."""

from __future__ import annotations

from tests.trust.kinds import TINY
from tests.trust.nasty import Case

TINY_BUILD = ("build", "tiny.yaml", "--out", "out/")
SHEET = ("build", "wolle/sheet", "--players", "2", "--out", "out/", "--format", "svg")


def _names(name: str, typed: str, says: str = "", code: int = 1) -> Case:
    argv = (*TINY_BUILD, "--names", typed)
    code = code if says else 0
    return Case(f"names: {name}", argv, {"tiny.yaml": TINY}, says, code, placed=False)


def _seed(name: str, typed: str, says: str = "") -> Case:
    argv = (*SHEET, "--set", "cups=random", "--seed", typed)
    return Case(f"seed: {name}", argv, {}, says, 2 if says else 0, placed=False)


def _code(name: str, typed: str, says: str = "") -> Case:
    argv = (*SHEET, "--set", f"code={typed}")
    return Case(f"code: {name}", argv, {}, says, 2 if says else 0, placed=False)


NAMES = (
    _names("accents", "Zoë,Łukasz,Čeněk"),
    _names("Greek and Cyrillic", "Ελένη,Борис"),
    _names("composed from parts", "Zoe\u0308,Ben"),
    _names("markup", "<b>Ann</b>,[/],[bold]"),
    _names("braces", "{count},{{}}"),
    _names("percent and backslash", "%s%n,a\\b"),
    _names("entities", "&amp;,]]>"),
    _names("quotes", "\"Ann\",'Ben'"),
    _names("a shell's words", "$(id),`id`"),
    _names("PDF's words", ") Tj,endstream"),
    _names("an emoji keyboard's heart", "Ann\u2764\ufe0f,Ben"),
    _names("a no-break space", "Ann\u00a0Lee,Ben"),
    _names("40 characters", "n" * 40 + ",Ben"),
    _names("41 characters", "n" * 41 + ",Ben", "41 characters"),
    _names("9,000 characters", "n" * 9_000 + ",Ben", "9000 characters"),
    _names("a list of 10,004 characters", "n" * 10_000 + ",Ben", "10,004 characters"),
    _names("a thousand names", ",".join(f"P{n}" for n in range(1000)), "not 1000", 2),
    _names("an empty name", "Ann,,Ben", "name 2 is missing"),
    _names("blanks only", "Ann, ,Ben", "name 2 is missing"),
    _names("twice the same", "Ann,Ann", "appears twice"),
    _names("twice the same in other clothes", "Zoë,Zoe\u0308", "appears twice"),
    _names("a sheep", "\U0001f411,Ben", "U+1F411 SHEEP"),
    _names("a family of emoji", "\U0001f468\u200d\U0001f469,Ben", "U+1F468"),
    _names("Chinese", "李,Ben", "U+674E"),
    _names("Hebrew", "שרה,Ben"),
    _names("Arabic", "علي,Ben"),
    _names("Thai without a font that has it", "สมชาย,Ben", "U+0E2A"),
    _names("right-to-left override", "\u202eAnn,Ben", "U+202E"),
    _names("isolates", "\u2066Ann\u2069,Ben", "U+2066"),
    _names("zero width space", "An\u200bn,Ben", "U+200B"),
    _names("zero width joiner", "An\u200dn,Ben", "U+200D"),
    _names("tag characters", "Ann\U000e0041,Ben", "U+E0041"),
    _names("private use", "\ue000,Ben", "U+E000"),
    _names("unassigned", "\u0378,Ben", "U+0378"),
    _names("a pile of marks", "Z" + "\u0301" * 30 + ",Ben", "U+0301"),
    _names("tab", "a\tb,Ben", "U+0009"),
    _names("two lines, of which one has a comma", "a\nb,Ben"),
    _names("a newline in quotes", '"a\nb",Ben', "U+000A"),
    _names("escape sequence", "\x1b[31mAnn,Ben", "U+001B"),
    _names("delete", "a\x7f,Ben", "U+007F"),
    _names("line separator", "a\u2028b,Ben", "U+2028"),
    _names("bytes that are no text", "A\udcffnn,Ben", "U+DCFF"),
)

SEEDS = (
    _seed("any script", "Schäfchen 2 ☃"),
    _seed("64 characters", "s" * 64),
    _seed("65 characters", "s" * 65, "the seed must be 1 to 64 printable characters"),
    _seed("a megabyte", "s" * 100_000, "the seed must be 1 to 64 printable characters"),
    _seed("control characters", "a\x07b", "printable characters"),
    _seed("newline", "a\nb", "printable characters"),
    _seed("bytes that are no text", "a\udcff", "printable characters"),
    _seed("right-to-left override", "\u202eabc", "printable characters"),
    _seed("a number", "-1e999"),
    _seed("markup", "[/]<b>{x}%s"),
)

CODES = (
    _code("as printed", "A-5BF65"),
    _code("with blanks and small letters", " a-5bf65 "),
    _code("unknown side", "C-5BF65", "code"),
    _code("too short", "A-5BF6", "code"),
    _code("too long", "A-5BF65A", "code"),
    _code("misread", "A-5BF66", "code"),
    _code("other letters", "A-!!!!!", "code"),
    _code("look-alikes", "А-5BF65", "code"),
    _code("10,000 characters", "A" * 10_000, "code"),
    _code("40 codes", ",".join(["A-5BF65"] * 40)),
    _code("commas only", ",,,,"),
    _code("control characters", "A-5BF\x0065".replace("\x00", "\x1b"), "code"),
    _code("bytes that are no text", "A-5BF\udcff", "code"),
    _code("a path", "../../etc/passwd", "code"),
    _code("an expression", "{9**9**9}", "code"),
    _code("of both sides", "A-5BF65,B-5BF65", "code"),
)

CASES = (*NAMES, *SEEDS, *CODES)
