"""Hostile numbers, paths and words on the command line."""

from __future__ import annotations

from tests.depth import many
from tests.trust.kinds import TINY
from tests.trust.nasty import FOLDER, PIPE, Case, Content, Link

BUILD = ("build", "tiny.yaml", "--out", "out/")
TARGETS = many(100, deep=300)


def _usage(name: str, argv: str | tuple[str, ...], says: str = "") -> Case:
    words = tuple(argv.split()) if isinstance(argv, str) else argv
    return Case(name, words, {"tiny.yaml": TINY}, says, 2 if says else 0, placed=False)


def _option(name: str, option: str, value: str, says: str = "") -> Case:
    return _usage(name, (*BUILD, option, value), says)


def _out(name: str, out: str, says: str = "", **files: Content) -> Case:
    around: dict[str, Content] = {key.replace("_dot_", "."): one for key, one in files.items()}
    argv = ("build", "tiny.yaml", "--out", out)
    return Case(
        name,
        argv,
        {"tiny.yaml": TINY, **around},
        says,
        1 if says else 0,
        missing=(out,),
        writes=".",
    )


NUMBERS = (
    _option("a billion players", "--players", "1000000000", "isn't a number of players"),
    _option("minus one player", "--players", "-1", "isn't a number of players"),
    _option("no player", "--players", "0", "isn't a number of players"),
    _option("half a player", "--players", "2.5", "isn't a number of players"),
    _option("players backwards", "--players", "5-3", "isn't a number of players"),
    _option("Arabic digits", "--players", "٣", "isn't a number of players"),
    _option("100,000 counts", "--players", ",".join(["2"] * 20_000)),
    _option("players in words", "--players", "four", "isn't a number of players"),
    _option("copies beyond bounds", "--copies", "1000000000000", "1000"),
    _option("copies of 5,000 digits", "--copies", "9" * 300, "--copies"),
    _option("minus one copy", "--copies", "-1", "--copies"),
    _option("copies of NaN", "--copies", "nan", "--copies"),
    _option("dots of a billion", "--dpi", "1000000000", "--dpi"),
    _option("no dots", "--dpi", "0", "--dpi"),
    _option("dots of infinity", "--dpi", "inf", "--dpi"),
    _option("paper of a kilometre", "--paper", "1000000x1000000mm", "out of range"),
    _option("paper of nothing", "--paper", "0x0mm", "out of range"),
    _option("paper of NaN", "--paper", "nanxnanmm", "unknown paper"),
    _option("paper of 1e999", "--paper", "1e999x1mm", "unknown paper"),
    _option("paper of 100,000 digits", "--paper", "1" * 100_000 + "x1mm", "out of range"),
    _option("paper by path", "--paper", "../../etc/papersize", "unknown paper"),
    _option("offset of a kilometre", "--offset", "1000000mm,0mm", "too large"),
    _option("offset of NaN", "--offset", "nanmm,0mm", "isn't a valid offset"),
    _option("offset of slashes", "--offset", "/" * 1000, "isn't a valid offset"),
    _option("offset of 100,000 digits", "--offset", "9" * 100_000 + "mm,0mm", "too large"),
)

WORDS = (
    _usage("no command", "", "Usage"),
    _usage("an unknown command", "explode", "unknown command"),
    _usage("an unknown option", "build tiny.yaml --exec rm", "has no option"),
    _usage("an option with control characters", ("build", "--\x1b[2J"), "has no option"),
    _usage("a command with control characters", ("\x1b[2J",), "unknown command"),
    _usage("a word too many", ("simulate", "attribute", "\u202ex"), "unexpected argument"),
    _usage("an option without value", "build tiny.yaml --out", "needs a value"),
    _usage("no target", "build", "needs a GAME-OR-SHEET"),
    _usage("an empty target", ("build", ""), "unknown sheet or game"),
    _usage("a target of 10,000 characters", ("build", "t" * 10_000), "unknown sheet or game"),
    _usage("a target with control characters", ("build", "\x1b[2J"), "unknown sheet or game"),
    _usage("a target of bytes that are no text", ("build", "\udcff"), "unknown sheet or game"),
    _usage("a target with markup", ("build", "[bold]x[/]"), "unknown sheet or game '[bold]x[/]'"),
    _usage("a target that is a device", "build /dev/zero", "unknown sheet or game"),
    _usage("a target in layouts/ by path", "build ../layouts/attribute", "unknown sheet or game"),
    _usage("a part as target", "build shared/header", "unknown sheet or game"),
    _usage(f"{TARGETS} targets", ("build", *["tiny.yaml"] * TARGETS, "--out", "out/")),
    _option("an unknown theme", "--theme", "../../x", "unknown theme"),
    _option("an unknown language", "--lang", "../../x", "unknown language"),
    _option("a language with control characters", "--lang", "\x1b[2J", "unknown language"),
    _option("an unknown format", "--format", "exe", "unknown format"),
    _option("an unknown variant", "--variant", "../../x", "has no variant"),
    _option("an unknown orientation", "--orientation", "up", "unknown orientation"),
    _option("an unknown duplex mode", "--duplex", "up", "unknown duplex mode"),
    _option("a setting without value", "--set", "x", "has no value"),
    _option("a setting of nothing", "--set", "=", "has no value"),
    _option("a setting of 100,000 characters", "--set", "k" * 100_000 + "=1", "unknown option"),
    _option("an unknown setting", "--set", "__class__=1", "unknown option '__class__'"),
    _option("a setting with markup", "--set", "[/]=1", "unknown option '[/]'"),
    _option(
        "an outline that is neither", "--set", "outline=maybe", "outline must be true or false"
    ),
    _usage(
        "marks and duplex", (*BUILD, "--crop-marks", "--duplex", "long"), "can't be used together"
    ),
    _usage(
        "an offset and none",
        (*BUILD, "--offset", "1mm,1mm", "--no-offset"),
        "can't be used together",
    ),
    _usage("--save without anything", (*BUILD, "--save"), "nothing to save"),
    _usage("a new layout that leads out", "new ../outside/evil", "isn't a valid name"),
    _usage("a new layout by absolute path", "new /evil", "isn't a valid name"),
    _usage("a new layout with NUL's neighbour", ("new", "a\x01b"), "isn't a valid name"),
    _usage("list of a path", "list ../../etc", "unknown game"),
    _usage("rules of a path", "rules ../../etc", "game"),
    _usage("rules of a dunder", "rules __init__", "game"),
    _usage("simulate a module", "simulate os", "game"),
    _usage("a billion games", "simulate attribute --games 1000000000", "--games"),
    _usage("a million players", "simulate attribute --players 1000000", "1 to 100"),
    _usage("a ruling that is none", "simulate attribute --ruling x", "key=value"),
    _usage("an unknown ruling", "simulate attribute --ruling [/]=1", "unknown ruling '[/]'"),
    _usage("workers by the billion", "batch x.yaml --jobs 1000000000", "--jobs"),
    _usage("a limit of NaN", "batch x.yaml --limit nan", "--limit"),
)

PATHS = (
    _out("out that is a file", "tiny.yaml/x.pdf", "cannot be written"),
    _out("out that is a folder", "x.pdf", "this is a folder", x_dot_pdf=FOLDER),
    _out("out that is a pipe", "x.pdf", "isn't a regular file", x_dot_pdf=PIPE),
    _out("out that is a link", "x.pdf", "write through links",
         x_dot_pdf=Link("../outside/stolen.po")),
    _out("out that is a link to nowhere", "x.pdf", "write through links",
         x_dot_pdf=Link("../outside/new.pdf")),
    _out("out that is a device", "x.pdf", "write through links", x_dot_pdf=Link("/dev/full")),
    _out("out of 300 characters", "o" * 300 + ".pdf", "File name too long"),
    Case("out of another kind", ("build", "tiny.yaml", "--out", "x.exe"), {"tiny.yaml": TINY},
         "unknown format for the file", 2, placed=False),
    Case("save-job that is a link", (*BUILD, "--save-job", "job.yaml"),
         {"tiny.yaml": TINY, "job.yaml": Link("../outside/stolen.yaml")}, "write through links"),
    Case("save-job that is a pipe", (*BUILD, "--save-job", "job.yaml"),
         {"tiny.yaml": TINY, "job.yaml": PIPE}, "isn't a regular file"),
    Case("save-job that is a folder", (*BUILD, "--save-job", "job.yaml"),
         {"tiny.yaml": TINY, "job.yaml": FOLDER}, "this is a folder"),
    Case("save-job over a layout", (*BUILD, "--save-job", "tiny.yaml"), {"tiny.yaml": TINY},
         "wasn't saved by --save-job"),
    Case("save-job of 300 characters", (*BUILD, "--save-job", "j" * 300), {"tiny.yaml": TINY},
         "File name too long", missing=("j" * 300,), writes="."),
    Case("new where a link is", ("new", "evil"), {"evil.yaml": Link("../outside/new.yaml")},
         "already exists", writes="."),
    Case("records where a file is", ("simulate", "attribute", "--games", "1", "--save", "x"),
         {"x": "a file"}, "cannot be written", missing=("x/attribute-3-base-1.jsonl",), writes="."),
    Case("a layout of 300 characters", ("build", "l" * 300 + ".yaml"), {}, "cannot read this file",
         missing=("l" * 300 + ".yaml",)),
    Case("out of bytes that are no text", ("build", "tiny.yaml", "--out", "out/\udcff/", "--json"),
         {"tiny.yaml": TINY}, code=0),
    Case("preflight of a pipe", ("preflight", "x.pdf"), {"x.pdf": PIPE}, "isn't a regular file"),
    Case("preflight of a device", ("preflight", "/dev/zero"), {}, "isn't a regular file",
         missing=("/dev/zero",)),
    Case("preflight of a text", ("preflight", "x.pdf"), {"x.pdf": "hello"}, "x.pdf"),
    Case("preflight of half a PDF", ("preflight", "x.pdf"),
         {"x.pdf": b"%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 1 0 R>>\n"}, "x.pdf"),
)  # fmt: skip

CASES = (*NUMBERS, *WORDS, *PATHS)
