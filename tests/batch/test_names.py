"""The names of a batch's files: patterns, and no two files of the same name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.batch.planning import PAD, names, problem, problems


def test_a_flag_is_in_the_file_name_only_if_set(tmp_path: Path) -> None:
    both = "fillable: [true, false]"
    pattern = "out: '{sheet}-{fillable}'"

    assert names(tmp_path, f"{{{PAD}, {both}}}", f"{{{PAD}, {both}, {pattern}}}") == [
        "attribute-score-pad-4p-fillable.pdf",
        "attribute-score-pad-4p.pdf",
        "score-pad-fillable.pdf",
        "score-pad.pdf",
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("a.pdf", "a.pdf"),
        ("a.pdf", "A.pdf"),
        ("straße.pdf", "STRASSE.pdf"),
        ("\u00e9.pdf", "e\u0301.pdf"),
        ("a.pdf", "a.pdf/b.pdf"),
        ("a.pdf/b.pdf", "a.pdf"),
    ],
)
def test_two_jobs_with_the_same_file_name_are_refused(
    tmp_path: Path, first: str, second: str
) -> None:
    found = problem(tmp_path, f'{{{PAD}, out: "{first}"}}\n  - {{{PAD}, out: "{second}"}}')

    assert found.startswith("3:5: ")
    assert "first at" in found


@pytest.mark.parametrize(
    ("out", "missing"),
    [
        ("pad", "{players} and {size} and {lang}"),
        ("{lang}", "{players} and {size}"),
        ("{lang}-{size}", "{players}"),
    ],
)
def test_a_clash_within_a_job_lists_all_missing_placeholders(
    tmp_path: Path, out: str, missing: str
) -> None:
    job = f"{PAD}, players: [3, 4], lang: [en, de], set: {{size: [full, half]}}"

    found = problems(tmp_path, f'jobs:\n  - {{{job}, out: "{out}"}}\n')

    assert f"tell them apart with {missing} in out" in found[0]


def test_two_spellings_of_one_language_clash(tmp_path: Path) -> None:
    assert "remove one of them" in problem(tmp_path, f"{{{PAD}, lang: [de, de-AT]}}")


def test_names_of_png_pages_are_reserved(tmp_path: Path) -> None:
    first, second = f"{{{PAD}, format: png, out: a}}", f"{{{PAD}, format: png, out: a-2}}"

    assert "'a-2.png' conflicts with 'a.png'" in problem(tmp_path, f"{first}\n  - {second}")
    assert "'a.png' conflicts with 'a-2.png'" in problem(tmp_path, f"{second}\n  - {first}")
    assert names(tmp_path, f"{{{PAD}, out: [a, a-2]}}") == ["a.pdf", "a-2.pdf"]


def test_a_clash_suggests_a_placeholder(tmp_path: Path) -> None:
    found = problem(tmp_path, f"{{{PAD}, lang: [en, de], paper: a4, out: x}}")

    assert "{lang} in out" in found
    assert "{paper}" not in found


def test_a_link_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "away").symlink_to(tmp_path)

    assert "through a link" in problem(tmp_path, f"{{{PAD}, out: away/x.pdf}}")


def test_a_default_name_has_every_option_with_several_values(tmp_path: Path) -> None:
    job = f"{{{PAD}, players: [3, 4], paper: [a4, a5], set: {{size: [full, half]}}}}"

    assert names(tmp_path, job)[:3] == [
        "attribute-score-pad-3p-a4-full.pdf",
        "attribute-score-pad-3p-a5-full.pdf",
        "attribute-score-pad-3p-a4-half.pdf",
    ]
    assert len(set(names(tmp_path, job))) == 8
