"""What this version wrote at its release is read by later versions, with the same outcome.

corpus.json has what it wrote; make_corpus.py says how, and what has to stay the same.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest

from printkit.pipeline.naming import command_of
from tests.compatibility.make_corpus import CORPUS, OWN_FILES, outcome, report, words, write_record
from tests.running import run_printkit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.running import Ran

OLD: dict[str, Any] = json.loads(CORPUS.read_text(encoding="utf-8"))
CODES = {
    sheet["code"]: sheet
    for build in OLD["builds"]
    for sheet in build["sheets"]
    if sheet.get("code")
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run a command in a folder with the layouts of the corpus, and insist that it succeeds."""
    for name, text in OLD["layouts"].items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))

    def succeed(*arguments: str) -> Ran:
        ran = run_printkit(arguments, tmp_path)
        assert ran.code == 0, ran
        return ran

    return succeed


def write_pdf_with(command: str, path: Path) -> None:
    """Write a PDF with nothing in it but its command."""
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.docinfo["/Keywords"] = command
        pdf.save(path)


@pytest.mark.parametrize("build", OLD["builds"], ids=lambda build: build["keywords"])
def test_a_pdf_is_built_again_with_the_same_seed_sheets_and_words(
    build: dict[str, Any], run: Callable[..., Ran], tmp_path: Path
) -> None:
    write_pdf_with(build["keywords"], tmp_path / "old.pdf")

    document = json.loads(run("again", "old.pdf", "--out", "new.pdf", "--json").stdout)

    made = outcome(document, tmp_path / "new.pdf")
    for sheet, before in zip(made["sheets"], build["sheets"], strict=True):
        assert set(before["fields"]) <= set(sheet["fields"])
        assert {**sheet, "fields": before["fields"]} == before
    assert (made["seed"], made["words"]) == (build["seed"], build["words"])
    assert command_of(tmp_path / "new.pdf") == build["keywords"]


@pytest.mark.parametrize("format_", OLD["pictures"])
def test_a_picture_stores_its_command(
    format_: str, run: Callable[..., Ran], tmp_path: Path
) -> None:
    path = tmp_path / f"old.{format_}"
    path.write_bytes(bytes.fromhex(OLD["pictures"][format_]))

    assert "order.yaml --names 'Ann,Zoë' --seed x --paper a6" in command_of(path)
    run("again", path.name, "--out", "new")
    (made,) = (tmp_path / "new").iterdir()
    assert (made.suffix, command_of(made)) == (path.suffix, command_of(path))


@pytest.mark.parametrize("code", CODES)
def test_a_code_gives_the_same_cups(code: str, run: Callable[..., Ran]) -> None:
    ran = run("build", "wolle/sheet", "--set", f"code={code}", "--json")
    (file,) = json.loads(ran.stdout)["files"]
    (sheet,) = file["sheets"]

    assert (sheet["code"], sheet["side"]) == (code, CODES[code]["side"])
    assert sheet["cups"] == CODES[code]["cups"]


@pytest.mark.parametrize("number", range(len(OLD["jobs"])))
def test_a_saved_job_prints_the_same_words(
    number: int, run: Callable[..., Ran], tmp_path: Path
) -> None:
    job = OLD["jobs"][number]
    (tmp_path / "job.yaml").write_text(job["text"], encoding="utf-8")

    run("batch", "job.yaml", "--out", "out", "--jobs", "1")

    (made,) = (tmp_path / "out").rglob("*.pdf")
    assert words(made, own="order.yaml" in job["text"]) == job["words"]


def test_saved_preferences_still_work(run: Callable[..., Ran], tmp_path: Path) -> None:
    old = OLD["preferences"]
    (tmp_path / "home" / "printkit").mkdir(parents=True)
    (tmp_path / "home" / "printkit" / "config.yaml").write_text(old["text"], encoding="utf-8")

    run("build", *old["build"].split(), "--out", "x.pdf")

    assert command_of(tmp_path / "x.pdf") == old["keywords"]


def test_a_batch_continues_in_the_folder_of_an_older_version(
    run: Callable[..., Ran], tmp_path: Path
) -> None:
    """Its state is read, and its damaged files are built again under the same names."""
    old, out = OLD["batch"], tmp_path / "out"
    (tmp_path / "night.yaml").write_text(old["manifest"], encoding="utf-8")
    out.mkdir()
    (out / ".printkit-batch.json").write_text(old["state"], encoding="utf-8")
    for name in old["words"]:
        (out / name).write_bytes(b"damaged")
    batch = ("batch", "night.yaml", "--out", "out", "--jobs", "1", "--json")

    plan = json.loads(run(*batch, "--dry-run").stdout)
    document = json.loads(run(*batch).stdout)

    assert {job["why"] for job in plan["jobs"]}.isdisjoint({"new", ""})
    assert document["built"] == len(old["words"])
    assert old["words"] == {
        path.name: words(path, own=path.name in OWN_FILES) for path in out.glob("*.pdf")
    }
    assert json.loads(run(*batch).stdout)["built"] == 0


@pytest.mark.parametrize(
    "record", OLD["records"], ids=lambda record: json.loads(record["lines"][0])["game"]
)
def test_a_recorded_game_gets_the_same_report(record: dict[str, Any], tmp_path: Path) -> None:
    """Whole, and with one line or another left out."""
    for cut, expected in record["without"].items():
        write_record(tmp_path / "game.jsonl", record["lines"], None if cut == "None" else int(cut))
        ran = run_printkit(["validate", "game.jsonl", "--json"], tmp_path)

        assert report(ran.stdout) == expected, f"without line {cut}"
