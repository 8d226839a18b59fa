"""A manifest becomes orders, or one list of everything that is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer import Context

from printkit.cli.commands import load_command
from printkit.core.errors import PrintkitError
from printkit.request.options import JOB_OPTIONS
from printkit.samples import FOLDER
from tests.batch.planning import PAD, names, orders, problem, problems

BAD_JOBS = [
    ("{target: attribute/score-pda}", "2:14", "'attribute/score-pda'", "score-pad'?"),
    ("{traget: attribute, target: attribute}", "2:6", "unknown key 'traget'", "'target'?"),
    ("{players: 4}", "2:5", "no target", "target: attribute"),
    ("attribute", "2:5", "options and their values", "{target"),
    ("{target: mine.yaml}", "2:14", "no such layout", "folder of the manifest"),
    ("{target: {a: 1}}", "2:14", "invalid value for target", "target: wolle/sheet"),
    (f"{{{PAD}, players: 2}}", "2:44", "for 3 to 8 players, not 2", "4 players"),
    (f"{{{PAD}, players: [3, x]}}", "2:48", "'x' isn't a number", "3-5"),
    (f"{{{PAD}, players: []}}", "2:44", "empty", "leave it out"),
    (f"{{{PAD}, players: [[3]]}}", "2:45", "invalid value for players", "one value"),
    (f"{{{PAD}, names: [Ann, Ann, Ben]}}", "2:42", "'Ann' appears twice", ""),
    (f"{{{PAD}, names: [Ann, 🐑, Ben]}}", "2:42", "U+1F411 SHEEP", ""),
    (f"{{{PAD}, names: [Ann, Ben], players: 4}}", "2:63", "2 names", "one name per player"),
    (f"{{{PAD}, variant: bse}}", "2:44", "no variant 'bse'", "'base'?"),
    (f"{{{PAD}, set: {{sise: half}}}}", "2:41", "'sise'", "'size'?"),
    (f"{{{PAD}, set: {{size: hlf}}}}", "2:47", "'hlf'", "'half'?"),
    (f"{{{PAD}, set: size}}", "2:40", "invalid value for set", "set: {key: value}"),
    (f"{{{PAD}, copies: 0}}", "2:43", "copies must be a whole number", ""),
    (f"{{{PAD}, seed: null}}", "2:41", "no value", "leave it out"),
    (f"{{{PAD}, paper: a99}}", "2:42", "unknown paper", "a3"),
    (f"{{{PAD}, theme: mon}}", "2:42", "unknown theme", "'mono'?"),
    (f"{{{PAD}, lang: xx}}", "2:41", "unknown language 'xx'", "de, en"),
    (f"{{{PAD}, format: jpg}}", "2:43", "unknown format", "'png'?"),
    (f"{{{PAD}, dpi: 5000}}", "2:40", "dpi must be a whole number", ""),
    (f"{{{PAD}, split: maybe}}", "2:42", "split must be true or false", ""),
    (f'{{{PAD}, out: "{{gme}}.pdf"}}', "2:41", "placeholder '{gme}'", "'game'?"),
    (f'{{{PAD}, out: "a{{.pdf"}}', "2:40", "unmatched brace", "{sheet}"),
    (f"{{{PAD}, out: ../a.pdf}}", "2:40", "leads out", "--out"),
    (f"{{{PAD}, out: /a.pdf}}", "2:40", "leads out", "--out"),
    (f'{{{PAD}, out: "a:b.pdf"}}', "2:40", "character ':'", ""),
    (f'{{{PAD}, out: "a\\tb.pdf"}}', "2:40", "U+0009", ""),
    (f"{{{PAD}, out: a//b.pdf}}", "2:40", "an empty part", ""),
    (f"{{{PAD}, out: .pdf}}", "2:40", "an empty part", ""),
    (f"{{{PAD}, out: a./b.pdf}}", "2:40", "starts or ends with a space or a dot", ""),
    (f"{{{PAD}, out: x/Con.pdf}}", "2:40", "Windows", ""),
    (f"{{{PAD}, out: {'ä' * 120}.pdf}}", "2:40", "longer than 240 bytes", ""),
    (f"{{{PAD}, out: {'abcdefg/' * 115}x.pdf}}", "2:40", "longer than 900 bytes", ""),
]


@pytest.mark.parametrize(("job", "place", "message", "hint"), BAD_JOBS)
def test_a_mistake_is_shown_at_its_place_with_a_hint(
    tmp_path: Path, job: str, place: str, message: str, hint: str
) -> None:
    found = problem(tmp_path, job)

    assert found.startswith(f"{place}: ")
    assert message in found.partition(" | ")[0]
    assert hint in found.partition(" | ")[2]


def test_all_mistakes_about_all_jobs_are_shown_at_once(tmp_path: Path) -> None:
    found = problems(tmp_path, "defualts: {}\ndefaults: {theme: mon, paper: a99}\njobs: 3\n")

    assert [one.split(": ")[0] for one in found] == ["1:1", "2:19", "2:31", "3:7"]


def test_all_mistakes_in_jobs_are_shown_at_once(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        "#\n"
        "defaults: {set: {nothing: 1}}\n"
        "jobs:\n"
        "  - {target: attribute/score-pad, players: 2, lang: xx}\n"
        "  - {target: attribute/score-pad, colour: red}\n"
        "  - {target: wolle/sheet, set: {side: c}}\n",
    )

    places = [one.split(": ")[0] for one in found]
    assert places == ["4:44", "4:53", "5:35", "6:39", "2:18"]


def test_a_mistake_skips_only_the_files_it_affects(tmp_path: Path) -> None:
    jobs = (
        f"{{{PAD}, players: [3, 99, 4]}}",
        f"{{{PAD}, names: [[Ann, Ben, Cleo], [🐑, Ben, Cleo]], out: named}}",
        f"{{{PAD}, plyers: 5, out: typo}}",
        f"{{{PAD}, players: x, out: none}}",
        f"{{{PAD}, players: 3}}",
    )

    made = names(tmp_path, *jobs)

    assert made == ["attribute-score-pad-3p.pdf", "attribute-score-pad-4p.pdf", "named.pdf"]


@pytest.mark.parametrize("text", ["", "- a", "jobs: {}", "jobs: []", "defaults: {paper: a4}"])
def test_a_file_that_isnt_a_manifest_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(PrintkitError):
        orders(tmp_path, text)


def test_a_manifest_cannot_ask_for_too_many_files(tmp_path: Path) -> None:
    hundred = ", ".join(map(str, range(1, 102)))
    (found,) = problems(
        tmp_path, f"jobs:\n  - {{target: wolle/sheet, seed: [{hundred}], copies: [{hundred}]}}\n"
    )

    assert "10,201 files" in found


def test_a_job_has_every_option_of_build() -> None:
    build = load_command("build")
    parameters = build.get_params(Context(build))
    options = {word.removeprefix("--") for one in parameters for word in one.opts if "--" in word}
    of_the_run = {
        "help",
        "json",
        "quiet",
        "save-job",
        "save",
        "no-offset",
        "preflight",
        "force",
    } | {
        "open",
        "print",
        "printer",
    }

    assert options - of_the_run == set(JOB_OPTIONS) - {"target"}


# Expansion: lists multiply.


def test_lists_multiply_and_the_pattern_names_the_files(tmp_path: Path) -> None:
    pattern = "{game}/{sheet}-{players}p-{lang}.pdf"
    made = names(tmp_path, f'{{{PAD}, players: [3, 4-6], lang: [en, de], out: "{pattern}"}}')

    assert made == [
        "attribute/score-pad-3p-en.pdf",
        "attribute/score-pad-3p-de.pdf",
        "attribute/score-pad-4-6p-en.pdf",
        "attribute/score-pad-4-6p-de.pdf",
    ]


def test_the_extension_of_a_pattern_sets_the_format_unless_the_job_does(tmp_path: Path) -> None:
    assert names(tmp_path, f"{{{PAD}, out: a.svg}}") == ["a.svg"]
    assert names(tmp_path, f"{{{PAD}, out: a.svg, format: [pdf, png]}}") == ["a.pdf", "a.png"]


def test_a_list_of_lists_of_names_makes_several_jobs(tmp_path: Path) -> None:
    (one,) = orders(tmp_path, f"jobs:\n  - {{{PAD}, names: [Ann, Ben, Cleo]}}\n")
    two = orders(tmp_path, f"jobs:\n  - {{{PAD}, names: [[Ann, Ben, Cleo], 'Dan, Eve, Fay']}}\n")

    assert one.request.names == ("Ann", "Ben", "Cleo")
    assert [order.request.names[0] for order in two] == ["Ann", "Dan"]


def test_a_list_of_targets_makes_several_files_and_a_nested_list_one(tmp_path: Path) -> None:
    made = orders(tmp_path, "jobs:\n  - {target: [wolle/sheet, [wolle/sheet, attribute]]}\n")

    assert [order.request.targets for order in made] == [
        ("wolle/sheet",),
        ("wolle/sheet", "attribute"),
    ]


def test_each_format_makes_a_file_with_its_extension(tmp_path: Path) -> None:
    assert names(tmp_path, f"{{{PAD}, format: [pdf, svg, png], out: a.pdf}}") == [
        "a.pdf",
        "a.svg",
        "a.png",
    ]


def test_a_job_overrides_defaults_and_merges_set(tmp_path: Path) -> None:
    text = """
defaults: {paper: a5, theme: mono, set: {size: half, side: b}}
jobs:
  - {target: wolle/sheet, paper: a4, set: {cups: random}}
  - {target: attribute/score-pad}
"""
    wolle, pad = orders(tmp_path, text.replace("size: half, ", ""))

    assert (wolle.request.paper.name, wolle.request.theme) == ("a4", "mono")
    assert wolle.request.settings == {"side": "b", "cups": "random"}
    assert pad.request.settings == {}


def test_records_are_in_file_names_and_a_bad_one_fails_alone(tmp_path: Path) -> None:
    for name, players in (("one", 4), ("two", 3)):
        record = FOLDER / "attribute" / f"whole-{players}.jsonl"
        (tmp_path / f"{name}.jsonl").write_bytes(record.read_bytes())
    jobs = [f"{{target: attribute, record: {name}.jsonl}}" for name in ("one", "lost", "two")]

    made = names(tmp_path, *jobs)

    assert ["attribute-4p-one.pdf", "attribute-lost.pdf", "attribute-3p-two.pdf"] == made


def test_split_makes_one_file_per_sheet_of_a_kit(tmp_path: Path) -> None:
    made = names(tmp_path, '{target: attribute, players: 4, split: true, out: "{sheet}"}')

    assert {"score-pad.pdf", "setup-card.pdf"} <= set(made)


def test_paths_are_relative_to_the_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "mine.yaml").write_text("sheet: own/mine\ntitle: Mine\nbody: [Hello]\n")
    monkeypatch.chdir(tmp_path)

    (here,) = orders(Path("club"), "jobs:\n  - {target: mine.yaml}\n")
    monkeypatch.chdir("club")
    (there,) = orders(Path(), "jobs:\n  - {target: mine.yaml}\n")

    assert Path(here.request.targets[0]) == Path("club/mine.yaml")
    assert here.key == there.key


def test_a_job_without_a_seed_is_reproducible(tmp_path: Path) -> None:
    text = "jobs:\n  - {target: wolle/sheet, players: [3, 4], lang: [en, de]}\n"
    first, again = orders(tmp_path, text), orders(tmp_path, text)
    seeds = [order.request.seed for order in first]

    assert seeds == [order.request.seed for order in again]
    assert seeds[0] == seeds[1] != seeds[2]


def test_a_broken_layout_fails_only_its_own_job(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("sheet: own/bad\ntitel: Bad\n")

    made = names(tmp_path, "{target: bad.yaml, players: [2, 3]}", f"{{{PAD}}}")

    assert made == ["bad-2.pdf", "bad-3.pdf", "attribute-score-pad-4p.pdf"]
