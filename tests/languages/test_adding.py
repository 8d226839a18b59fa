"""A language is added by one file: sheets, summary and questions use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pdfplumber
import pytest

from tests.cli.test_wizard import answer_prompts
from tests.running import Printkit, copy_printkit

if TYPE_CHECKING:
    from pathlib import Path

ESPERANTO = r"""
msgid ""
msgstr ""
"Language: eo\n"
"X-Language-Name: Esperanto\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"X-Decimal-Point: ,\n"

msgid "Setup card"
msgstr "Preparkarto"

msgid "{count} players"
msgstr "{count} {plural(count, 'ludanto', 'ludantoj')}"

msgid "Attribute cards"
msgstr "Atributkartoj"

msgid "Print at 100%; cut page {page} along the lines."
msgstr "Presu je 100 %; tranĉu paĝon {page}."

msgid "Which game? Separate several with commas."
msgstr "Kiu ludo?"

msgid "Next time:"
msgstr "Venontfoje:"
"""


@pytest.fixture(scope="module")
def esperanto(tmp_path_factory: pytest.TempPathFactory) -> Printkit:
    """A printkit to which one file was added."""
    copy = copy_printkit(tmp_path_factory.mktemp("esperanto"))
    (copy.root / "layouts" / "locale" / "eo.po").write_text(ESPERANTO, encoding="utf-8")
    return copy


def test_a_sheet_is_printed_in_a_new_language(esperanto: Printkit, tmp_path: Path) -> None:
    command = ("build", "attribute/setup-card", "-p", "4", "--lang", "eo", "-o", "karto.pdf")
    ran = esperanto.run(*command, cwd=tmp_path)

    assert (0, "Presu je 100 %; tranĉu paĝon 1.") == (ran.code, ran.stdout.splitlines()[-1])
    with pdfplumber.open(tmp_path / "karto.pdf") as pdf:
        printed = pdf.pages[0].extract_text()
    assert "Preparkarto" in printed
    assert "Atributkartoj" in printed


def test_the_wizard_asks_in_a_new_language(esperanto: Printkit, tmp_path: Path) -> None:
    shown, code = answer_prompts(
        tmp_path, "2", "4", "5", "", language="eo.UTF-8", root=esperanto.root
    )

    assert 0 == code
    assert "Kiu ludo?" in shown
    assert "Preparkarto" in shown
    assert shown.endswith("Venontfoje: printkit build attribute/setup-card -p 4\n")
