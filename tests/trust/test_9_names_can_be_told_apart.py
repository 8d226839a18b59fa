"""Promise 9: names that look the same in print, or are invisible, are refused."""

from __future__ import annotations

import sys
import unicodedata
from typing import TYPE_CHECKING

import pytest

from printkit.core.errors import PrintkitError
from printkit.recording.setup import read_names
from printkit.request.values import check_names
from printkit.rules.prompts import Misread
from printkit.text.characters import visible
from tests.trust.nasty import plant

if TYPE_CHECKING:
    from pathlib import Path

    from tests.trust.sandbox import Sandbox

ALIKE = {
    ("Ann", "A\u00adnn"): "U+00AD SOFT HYPHEN",
    ("Ann", "Ann\ufe0f"): "U+FE0F VARIATION SELECTOR-16",
    ("Ann\ufe0e", "Ann"): "U+FE0E VARIATION SELECTOR-15",
    ("Ann Lee", "Ann\u00a0Lee"): "U+00A0 NO-BREAK SPACE",
    ("Ann Lee", "Ann\u2009Lee"): "U+2009 THIN SPACE",
    ("Ann Lee", "Ann\u2800Lee"): "U+2800 BRAILLE PATTERN BLANK",
    ("Ann", "Ann\u2800"): "U+2800 BRAILLE PATTERN BLANK",
    ("Ann", "\u2800Ann"): "U+2800 BRAILLE PATTERN BLANK",
    ("Ann Lee", "Ann  Lee"): "U+0020 SPACE",
    ("Ann", "\u0410nn"): "U+0410 CYRILLIC CAPITAL LETTER A",
    ("\u0391nn", "Ann"): "U+0391 GREEK CAPITAL LETTER ALPHA",
    ("B\u0435n", "Ben"): "U+0435 CYRILLIC SMALL LETTER IE",
    ("fix", "\ufb01x"): "U+FB01 LATIN SMALL LIGATURE FI",
    ("IV", "\u2163"): "U+2163 ROMAN NUMERAL FOUR",
    ("...", "\u2026"): "U+2026 HORIZONTAL ELLIPSIS",
}
APART = (
    ("Ann", "ann"), ("x2", "x²"), ("Анна", "Ahha"), ("O", "0"), ("Jose", "José"), ("Ann Lee",
    "AnnLee"), ("Zoë", "Zoe"), ("ß", "ss"), ("Ann", "Ann."), ("ı", "i"), ("l", "I"),
)  # fmt: skip
UNSEEN = (
    "\u00ad",
    "\u2800",
    "\u2800\u2800",
    "\u00ad\ufe0f",
    "\ufe0f",
    "\u2003\u2800",
    "\u00a0\u2800",
)
NOWHERE = (
    "\u200b", "\u200c", "\u200d", "\u200e", "\u2060", "\u2063", "\u034f", "\u115f", "\u1160",
    "\u17b4", "\u180e", "\u3164", "\uffa0", "\ufe00", "\ufeff", "\u20dd", "\u202e",
    "\u2066", "\u093e", "\U000e0061", "\U000e0100", "\U0001d173", "\u061c", "\u3000", "\u2028",
)  # fmt: skip
"""What no font here prints, alone or inside a name."""


@pytest.mark.parametrize("names", ALIKE, ids=ascii)
def test_two_names_that_look_the_same_are_refused(names: tuple[str, str]) -> None:
    with pytest.raises(PrintkitError, match="look the same") as refused:
        check_names(names)
    assert refused.value.message.endswith(f"one has {ALIKE[names]}")


@pytest.mark.parametrize("names", APART, ids=ascii)
def test_names_that_look_different_are_accepted(names: tuple[str, str]) -> None:
    assert check_names(names) == names


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_an_invisible_name_is_refused(name: str) -> None:
    with pytest.raises(PrintkitError, match=r"name 2 would be invisible: it is U\+"):
        check_names(("Ann", name))


@pytest.mark.parametrize("character", NOWHERE, ids=ascii)
@pytest.mark.parametrize("around", ["{}", "A{}nn"])
def test_invisible_characters_are_refused_in_names(character: str, around: str) -> None:
    with pytest.raises(PrintkitError) as refused:
        check_names((around.format(character), "Ben"))
    assert f"U+{ord(character):04X}" in refused.value.message


def test_no_unicode_character_makes_two_names_look_the_same() -> None:
    """Every character that draws nothing, put into a name: it is nothing, or a space."""
    unseen = [
        chr(code)
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs") and not visible(chr(code))
    ]
    taken = [one for one in unseen if not _is_refused("An n", "Ann", f"An{one}n")]

    assert [] == taken
    assert {"\u00ad", "\u2800", "\u3164", "\ufe0f", "\U000e0061"} <= {*unseen}


def _is_refused(*names: str) -> bool:
    try:
        check_names(names)
    except PrintkitError:
        return True
    return False


def test_a_manifest_is_just_as_strict(sandbox: Sandbox, tmp_path: Path) -> None:
    sheet = "sheet: own/x\ntitle: X\nplayers: 2\nbody: [a]\n"
    night = 'jobs: [{target: x.yaml, names: [Ann, "A\\u00adnn"]}]\n'
    plant({"x.yaml": sheet, "n.yaml": night}, tmp_path)

    ended = sandbox.run("batch", "n.yaml", "-o", "out", cwd=tmp_path, processes=True)

    assert ended.code == 1
    assert "look the same: one has U+00AD SOFT HYPHEN" in ended.err + ended.out, ended.told()


@pytest.mark.parametrize("names", ["Ann, A\u2800nn, A nn", "Ann, \u2800, Ben", "Ann, Ann\ufe0f, B"])
def test_record_refuses_names_that_look_the_same(names: str) -> None:
    with pytest.raises(Misread, match=r"look the same: one has|would be invisible: it is"):
        read_names(names)


@pytest.mark.parametrize(
    "seed", ["a\u2800b", "\u2800", "a\ufe0fb", "a\u3164b", "\u034f", "a\u00a0b"]
)
def test_a_seed_with_invisible_characters_is_refused(
    seed: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    ended = sandbox.run("build", "calibration", f"--seed={seed}", cwd=tmp_path)

    assert not ended.faults(None), ended.told()
    assert ended.code == 2, ended.told()
