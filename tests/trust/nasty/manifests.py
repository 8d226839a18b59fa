"""Manifests that ask for too much, or for files outside their folder."""

from __future__ import annotations

from tests.trust.kinds import TINY
from tests.trust.nasty import FOLDER, PIPE, Case, Content, Link

BATCH = ("batch", "night.yaml", "--dry-run", "--out", "out")


def _file(name: str, content: Content, says: str = "", **files: Content) -> Case:
    more = {key.replace("_dot_", "."): each for key, each in files.items()}
    around: dict[str, Content] = {"night.yaml": content, "tiny.yaml": TINY, **more}
    return Case(name, BATCH, around, says, 1 if says else 0)


def _job(name: str, options: str, says: str = "") -> Case:
    return _file(name, f"jobs:\n  - {{target: tiny.yaml, {options}}}\n", says)


GOOD = "jobs:\n  - {target: tiny.yaml, out: a.pdf}\n"

CASES = (
    _file("byte order mark", b"\xef\xbb\xbf" + GOOD.encode()),
    _file("Windows line ends", GOOD.replace("\n", "\r\n")),
    _file("alias bomb", "a: &a [x]\njobs: [*a, *a]\n", "anchors (&)"),
    _file("merge key", "d: {paper: a4}\njobs: [{<<: 1, target: tiny.yaml}]\n", "merge keys (<<)"),
    _file("python object", "jobs: !!python/object/apply:os.system ['true']\n", "the tag"),
    _file("empty", "", "the file is empty"),
    _file("a word", "jobs", "this isn't a manifest"),
    _file("no jobs", "defaults: {}\n", "a manifest needs a list of jobs"),
    _file("jobs that are a word", "jobs: many\n", "a manifest needs a list of jobs"),
    _file("a job that is a word", "jobs: [tiny.yaml]\n", "options and their values"),
    _file("a job without target", "jobs: [{paper: a4}]\n", "no target"),
    _file("an unknown key", GOOD + "exec: rm\n", "unknown key 'exec' in a manifest"),
    _file("UTF-16", GOOD.encode("utf-16"), "is not UTF-8"),
    _file("NUL", GOOD + "#\x00", "U+0000"),
    _file("60,000 jobs", "jobs: [" + "a," * 60_000 + "]\n", "more than 50,000 values"),
    Case("a pipe", BATCH, {"night.yaml": PIPE}, "a regular file"),
    Case("a folder", BATCH, {"night.yaml": FOLDER}, "not a file"),
    Case("a device", BATCH, {"night.yaml": Link("/dev/zero")}, "a regular file"),
    Case("not there", BATCH, {}, "no such file", missing=("night.yaml",)),
    _job("a billion files", "players: [" + ", ".join(["2"] * 100) + "], seed: [" + ", ".join(
        ["a"] * 1000) + "], copies: [" + ", ".join(["1"] * 1000) + "]", "100,000,000 files"),
    _job("settings that multiply", "set: {" + ", ".join(
        f"k{n}: [1, 2, 3, 4, 5, 6, 7, 8, 9]" for n in range(12)) + "}", "files"),
    _job("a billion players", "players: 1000000000", "isn't a number of players"),
    _job("minus two players", "players: -2", "isn't a number of players"),
    _job("copies beyond bounds", "copies: 1000000000000", "copies must be a whole number"),
    _job("no copies", "copies: 0", "copies must be a whole number"),
    _job("copies of NaN", "copies: .nan", "not a number"),
    _job("dots of a billion", "dpi: 1000000000", "dpi must be a whole number"),
    _job("paper of a kilometre", "paper: 1000000x1000000mm", "out of range"),
    _job("an unknown option", "exec: rm", "unknown key 'exec' in a job"),
    _job("a seed of a megabyte", f"seed: {'s' * 900_000}", "the seed must be 1 to 64"),
    _job("a seed with control characters", r'seed: "a\u202eb"', "U+202E"),
    _job("names of 10,000 characters", f"names: [{'n' * 10_000}, Ben]", "10000 characters"),
    _job("a name with a sheep", "names: [\U0001f411, Ben]", "U+1F411 SHEEP"),
    _job("a name that turns", r'names: ["\u202eAnn", Ben]', "U+202E"),
    _job("a name with an escape sequence", r'names: ["\e[2J", Ben]', "U+001B"),
    _job("a list in a name", "names: [[[Ann]], Ben]", "names"),
    _job("out that leads out", "out: ../outside/evil.pdf", "leads out of the output folder"),
    _job("out that is absolute", "out: /outside/evil.pdf", "leads out of the output folder"),
    _job("out with a drive", r'out: "C:\\evil.pdf"', "has the character"),
    _job("out with NUL", r'out: "a\0.pdf"', "U+0000"),
    _job("out of dots", "out: ...pdf"),
    _job("out of 10,000 characters", f"out: {'o' * 10_000}.pdf", "longer than"),
    _job("out that Windows keeps", "out: nul.pdf", "Windows reserves"),
    _job("out by a name that leads out", 'names: ["../../x", Ben], out: "{names}.pdf"'),
    _job("out by a name of dots", 'names: ["..", B], out: "{names}/x.pdf"'),
    _job("out by a seed that leads out", 'seed: "../../x", out: "{seed}.pdf"'),
    _job("out by an attribute", 'out: "{names.__class__}.pdf"', "unknown placeholder"),
    _job("out by a format", 'out: "{players:>99}.pdf"', "unknown placeholder"),
    _job("out with a lone brace", 'out: "{.pdf"', "unmatched brace"),
     _job("out that is a list of maps", "out: [{a: b}]", "invalid value for out"),
    _job("a variant that leads out", "variant: ../../x", "has no variant"),
    _job("a language that leads out", "lang: ../../x", "unknown language"),
    _job("set that is a list", "set: [a]", "set"),
    _job("two sides at once", "crop-marks: true, duplex: long", "can't be used together"),
    _file("a target that is a device", "jobs: [{target: zero.yaml}]\n", "no such layout",
          zero_dot_yaml=Link("/dev/zero")),
    _file("a target that is a pipe", "jobs: [{target: pipe.yaml}]\n", "no such layout",
          pipe_dot_yaml=PIPE),
    _file("a target that is not there", "jobs: [{target: gone.yaml}]\n", "no such layout"),
    _file("a target of 10,000 characters", f"jobs: [{{target: {'t' * 10_000}.yaml}}]\n", "layout"),
    _file("a target by URL", "jobs: [{target: 'http://localhost/x.yaml'}]\n", "no such layout"),
    _file("a target that is a list of lists", "jobs: [{target: [[[tiny.yaml]]]}]\n", "target"),
    Case("out folder that is a link to a file", ("batch", "night.yaml", "--out", "out"),
         {"night.yaml": GOOD, "tiny.yaml": TINY, "out": Link("tiny.yaml")}, "this is a file",
         missing=("out",)),
    _file("a list with an endless heading", "jobs: [{sheets-of: a.csv}]\n", "can't read this list",
          a_dot_csv=f"game,{'x' * 131_073}\nwolle,1\n"),
    Case("a manifest of bytes that are no text", ("batch", "\udcff.yaml", "--out", "out"),
         {"\udcff.yaml": GOOD, "tiny.yaml": TINY}, "its name is not UTF-8",
         missing=("\\xff.yaml",)),
    Case("a state that is a bomb", BATCH, {"night.yaml": GOOD, "tiny.yaml": TINY,
         "out/.printkit-batch.json": "[" * 100_000}, code=0),
    Case("a state that names devices", BATCH, {"night.yaml": GOOD, "tiny.yaml": TINY,
         "out/.printkit-batch.json": '{"format": 1, "inputs": [["/dev/zero", "x"]], "outputs": '
         '{"a.pdf": {"options": "", "toolchain": "", "inputs": [0], "files": []}}}'}, code=0),
    Case("a state that is a pipe", BATCH, {"night.yaml": GOOD, "tiny.yaml": TINY,
         "out/.printkit-batch.json": PIPE}, code=0),
)  # fmt: skip
