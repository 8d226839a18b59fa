"""`printkit check`: whether layouts fit, and every problem with its place."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from printkit.checking import CheckResult, in_pairs
from printkit.core.languages import languages
from printkit.layout.language.loading import shipped_sheets

if TYPE_CHECKING:
    import pytest

    from tests.cli.terminal import Terminal

FITS = f"fits, in all {2 * (2 + len(languages()))} combinations"  # papers, themes and languages
SMALL = "sheet: mine/x\ntitle: X\nbody: [a]\n"
BAD = "sheet: mine/x\ntitle: X\nbody:\n  - {icon: shep}\n  - {text: a, width: 200mm}\n"


def test_check_says_how_many_combinations_fit(printkit: Terminal) -> None:
    printkit.write("mine.yaml", SMALL)

    assert (0, f"mine.yaml: {FITS}\n", "") == printkit("check", "mine.yaml")
    assert (0, "", "") == printkit("check", "mine.yaml", "--quiet")


def test_check_reports_every_problem_and_continues_with_the_next_layout(
    printkit: Terminal,
) -> None:
    printkit.write("bad.yaml", BAD)
    printkit.write("good.yaml", SMALL)
    shown = printkit("check", "bad.yaml", "gone.yaml", "good.yaml")

    assert (1, f"good.yaml: {FITS}\n") == (shown.code, shown.out)
    assert [
        "bad.yaml:4:12: error: unknown icon 'shep'",
        "bad.yaml:5:5: error: this doesn't fit: it needs 10 mm more",
        "gone.yaml: error: no such file",
    ] == [line for line in shown.err.splitlines() if " error: " in line]
    assert {"bad.yaml", "good.yaml"} == {path.name for path in printkit.folder.iterdir()}


def test_check_names_the_combination_in_which_something_does_not_fit(printkit: Terminal) -> None:
    printkit.write(
        "mine.yaml",
        "sheet: mine/x\ntitle: X\nplayers: 1-3\n"
        "body:\n  - {for: p in players, box: [], height: 90mm}\n",
    )
    shown = printkit("check", "mine.yaml")

    assert "hint: seen with: 3 players, letter paper, theme colour, " in shown.err


def test_check_as_json_is_one_document_whatever_happens(printkit: Terminal) -> None:
    printkit.write("bad.yaml", BAD)
    shown = printkit("check", "bad.yaml", "gone.yaml", "--json")
    document = shown.json()
    bad, gone = document["layouts"]

    assert (1, "") == (shown.code, shown.err)
    assert (False, False, False) == (document["ok"], bad["ok"], gone["ok"])
    assert {
        "file": "bad.yaml",
        "line": 4,
        "column": 12,
        "message": "unknown icon 'shep'",
        "hint": "did you mean 'sheep'?",
    } == bad["problems"][0]
    assert ["gone.yaml"] == [problem["file"] for problem in gone["problems"]]


def test_check_of_a_game_checks_its_sheets(
    printkit: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.checking.check_layout", lambda _target: CheckResult((), 1, "all"))
    shown = printkit("check", "attribute", "attribute/score-pad")

    assert [
        f"{name}: fits, in all 1 combinations"
        for name in shipped_sheets()
        if name.startswith("attribute/")
    ] == shown.out.splitlines()


def test_check_of_an_unknown_layout_is_a_usage_error(printkit: Terminal) -> None:
    assert (
        2,
        "",
        "error: unknown sheet or game 'atribute'\nhint: did you mean 'attribute'?\n",
    ) == printkit("check", "atribute")


def test_check_of_a_part_says_that_it_is_a_part(printkit: Terminal) -> None:
    printkit.write("mine.yaml", "part: mine\nbody: [a]\n")

    assert (
        "mine.yaml:1:1: error: this is a part, where a layout is needed\n"
        in printkit("check", "mine.yaml").err
    )


def test_large_sets_of_combinations_are_covered_pairwise(
    printkit: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.checking.MOST_OF_ALL", 10)
    printkit.write("mine.yaml", SMALL)
    looks = 2 + len(languages())
    tried = [*in_pairs("ab", range(5), "xyz", (1,))]

    assert {(a, b) for a, b, _, _ in tried} == set(product("ab", range(5)))
    assert {(b, c) for _, b, c, _ in tried} == set(product(range(5), "xyz"))
    assert len(tried) < len([*product("ab", range(5), "xyz")])
    assert printkit("check", "mine.yaml").out == (
        f"mine.yaml: fits, in {2 * looks} combinations that cover every pair of choices\n"
    )


def test_check_warns_about_missing_and_misspelt_translations(printkit: Terminal) -> None:
    printkit.write(
        "mine.yaml",
        "sheet: mine/x\ntitle: Big day\nfacts: {kinds: [{name: Owl}]}\nbody:\n"
        "  - {text: Total}\n  - {text: Upper half}\n  - {use: note}\n"
        '  - {for: kind in kinds, text: "{t(kind.name)}"}\n',
    )
    printkit.write("note.yaml", "part: note\nbody: [Lower half]\n")
    printkit.write("other.yaml", "sheet: mine/y\ntitle: Other day\nbody: [a]\n")
    (printkit.folder / "locale").mkdir()
    texts = ("Big day", "Other day", "Upper haf", "Zebra", "Print at 100%.")
    lines = (f'msgid "{text}"\nmsgstr "x"\n' for text in texts)
    printkit.write("locale/sv.po", "\n".join(lines))
    shown = printkit("check", "mine.yaml")

    assert 0 == shown.code
    assert [
        "locale/sv.po:8:8: warning: no text of the layouts here is 'Upper haf'",
        "hint: did you mean 'Upper half'?",
        "locale/sv.po:11:8: warning: no text of the layouts here is 'Zebra'",
        "hint: remove it, or check its spelling",
        "mine.yaml:3:16: warning: 'Owl' has no translation in locale/sv.po",
        "hint: without one, it stays English",
        "mine.yaml:5:12: warning: 'Total' has no translation in locale/sv.po",
        "mine.yaml:6:12: warning: 'Upper half' has no translation in locale/sv.po",
        "note.yaml:2:8: warning: 'Lower half' has no translation in locale/sv.po",
    ] == [line for line in shown.err.splitlines() if line[0] != " "]
    assert 6 == len(printkit("check", "mine.yaml", "--json").json()["warnings"])
