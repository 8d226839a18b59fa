"""Catalogues turn English into another language, and say where a .po file is wrong."""

from __future__ import annotations

import gettext
from contextlib import chdir, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.core.errors import LayoutError, OutputError
from printkit.core.i18n import TWO_FORMS, Catalogue, Plurals, load_catalogue, load_entries
from printkit.core.source import shipped_folder

GERMAN = """\
# German
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#: layouts/wolle/sheet.yaml:3
msgid "Round {round.number}"
msgstr "Runde {round.number}"

msgid ""
"Count the sheep.\\n"
"Say \\"mäh\\"."
msgstr ""
"Zähle die Schafe.\\n"
"Sag \\"mäh\\"."

msgctxt "a verb"
msgid "Score"
msgstr "Werten"

msgid "Score"
msgstr "Punkte"

#, fuzzy
msgid "Cup"
msgstr "Tasse"

msgid "Timer"
msgstr ""

#~ msgid "Old"
#~ msgstr "Alt"
"""


@pytest.fixture
def german(tmp_path: Path) -> Path:
    path = tmp_path / "de.po"
    path.write_text(GERMAN, encoding="utf-8")
    return path


def parse(text: str) -> Catalogue:
    """The catalogue of a file with this text."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("de.po").write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        return load_catalogue([Path("de.po")], "de")


def refusal(text: str) -> LayoutError:
    with pytest.raises(LayoutError) as caught:
        parse(text)
    return caught.value


def test_a_text_is_translated(german: Path) -> None:
    catalogue = load_catalogue([german], "de")

    assert catalogue.language == "de"
    assert catalogue.translate("Round {round.number}") == "Runde {round.number}"


def test_a_text_of_several_lines_is_one_text(german: Path) -> None:
    text = 'Count the sheep.\nSay "mäh".'

    assert load_catalogue([german], "de").translate(text) == 'Zähle die Schafe.\nSag "mäh".'


def test_a_context_distinguishes_equal_texts(german: Path) -> None:
    catalogue = load_catalogue([german], "de")

    assert catalogue.translate("Score") == "Punkte"
    assert catalogue.translate("Score", context="a verb") == "Werten"


@pytest.mark.parametrize("text", ["Cup", "Timer", "Old", "Unknown", ""])
def test_texts_without_a_valid_translation_stay_english(german: Path, text: str) -> None:
    catalogue = load_catalogue([german], "de")

    assert catalogue.find(text) is None
    assert catalogue.translate(text) == text


def test_a_catalogue_knows_what_it_has(german: Path) -> None:
    catalogue = load_catalogue([german], "de")

    assert catalogue.find("Score", context="a verb") is not None
    assert catalogue.find("Score", context="a noun") is None


def test_english_needs_no_file() -> None:
    assert load_catalogue([], "en").translate("Score") == "Score"


def test_a_later_file_overrides_an_earlier_one(german: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.po"
    mine.write_bytes(b'\xef\xbb\xbfmsgid "Score"\r\nmsgstr "Stand"\r\n')

    catalogue = load_catalogue([german, mine], "de")

    assert catalogue.translate("Score") == "Stand"
    assert catalogue.translate("Score", context="a verb") == "Werten"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('msgid "a"\nmsgstr "b', "2:1", "this isn't a line of a .po file"),
        ('msgid "a"\n  nonsense\n', "2:3", "this isn't a line of a .po file"),
        ('msgid "a" "b"\n', "1:1", "this isn't a line of a .po file"),
        ('msgid "a"\nmsgid_plural "b"\n', "2:1", "plural forms aren't supported"),
        ('msgid "a"\nmsgstr[0] "b"\n', "2:1", "plural forms aren't supported"),
        ('msgid "a"\nmsgstr "b\\q"\n', "2:10", "unknown escape '\\q'"),
        ('msgid "a"\nmsgstr "\\\\q\\q"\n', "2:12", "unknown escape '\\q'"),
        ('msgid "a"\nmsgid "b"\n', "2:1", "'msgid' is out of place"),
        ('msgstr "b"\n', "1:1", "'msgstr' is out of place"),
        ('"b"\n', "1:1", "text without a keyword"),
        ('msgid "a"\n# x\nmsgstr "b"\n', "2:1", "the entry is not complete"),
        ('msgid "a"', "1:1", "the entry is not complete"),
        ('msgid "a\x07"\n', "1:9", "the character U+0007 cannot be used in a file"),
    ],
)
def test_a_mistake_is_refused_at_its_place(text: str, place: str, message: str) -> None:
    error = refusal(text)

    assert (str(error.where), error.message) == (f"de.po:{place}", message)
    assert error.hint


def test_a_text_that_appears_twice_names_both_places() -> None:
    error = refusal('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n')

    assert (str(error.where), error.message) == ("de.po:4:1", "'a' appears twice")
    assert error.hint == "first at de.po:1"


def test_obsolete_entries_and_former_texts_are_left_out() -> None:
    text = '#~ msgid "x"\n#~ msgstr "y"\n#| msgid "z"\nmsgid "a"\nmsgstr "b"\n'

    catalogue = parse(text)

    assert [catalogue.translate(word) for word in "axz"] == ["b", "x", "z"]


def test_a_missing_or_large_file_is_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.po"
    large.write_bytes(b"#" * 1_000_001)

    with pytest.raises(OutputError):
        load_catalogue([tmp_path / "missing.po"], "de")
    with pytest.raises(LayoutError, match="larger than 1 MB"):
        load_catalogue([large], "de")


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl", "pl"])
def test_shipped_files_are_read_like_polib_does(language: str) -> None:
    path = shipped_folder("layouts") / "locale" / f"{language}.po"
    theirs = {
        (entry.msgid, entry.msgctxt or ""): (entry.msgstr, entry.fuzzy)
        for entry in polib.pofile(str(path))
        if not entry.obsolete
    }

    ours = {
        (entry.text, entry.context): (entry.translation, entry.fuzzy)
        for entry in load_entries(path)
        if entry.text
    }

    assert ours == theirs


LINES = st.sampled_from(
    [
        "msgid ",
        "msgstr ",
        "msgctxt ",
        '""',
        '"a"',
        '"\\n"',
        "\n",
        "#",
        "#, fuzzy",
        "#~",
        "\\",
        " ",
        '"',
    ]
)


@given(st.text() | st.lists(LINES, max_size=20).map("".join))
def test_any_text_gives_entries_or_a_layout_error(text: str) -> None:
    with suppress(LayoutError):
        parse(text)


POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"


@pytest.mark.parametrize(
    ("rule", "numbers", "forms"),
    [
        (POLISH, (0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 112, 122), "2011222221221"),
        ("nplurals=2; plural=(n >= 2);", (0, 1, 1.5, 2, 3), "00011"),
        ("nplurals=2; plural=n != 1", (0, 1, 2), "101"),
        ("nplurals=1; plural=0;", (0, 1, 2), "000"),
        ("nplurals=4; plural=!n ? 3 : n * 2 - 1 > 3 ? 2 : n / 2;", (0, 1, 2, 3), "3012"),
        ("nplurals=2; plural=n % 0 + 9 - n;", (0, 8, 9, -9), "1100"),
    ],
)
def test_a_number_selects_the_plural_form_of_the_rule(
    rule: str, numbers: tuple[float, ...], forms: str
) -> None:
    plurals = Plurals(rule)

    assert forms == "".join(str(plurals.form(number)) for number in numbers)


@pytest.mark.parametrize(
    "rule",
    [
        "n != 1",
        "n > 1",
        "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2",
        "n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2",
        "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5",
        "n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n > 2 && n < 20 ? 2 : 3",
        "(n / 3 + n % 2) * 2 - n / 2",
    ],
)
def test_plural_rules_work_as_in_gettext(rule: str) -> None:
    plurals, theirs = Plurals(f"nplurals=6; plural={rule};"), gettext.c2py(rule)

    for number in range(300):
        assert plurals.form(number) == max(0, min(theirs(number), 5))


def test_english_has_two_plural_forms() -> None:
    assert [1, 0, 1, 0] == [TWO_FORMS.form(number) for number in (0, 1, 2, -1)]


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "nplurals=2",
        "nplurals=9; plural=0;",
        "nplurals=0; plural=0;",
        "nplurals=2; plural=;",
        "nplurals=2; plural=n !;",
        "nplurals=2; plural=(n;",
        "nplurals=2; plural=n n;",
        "nplurals=2; plural=n ? 1;",
        "nplurals=2; plural=m != 1;",
        "nplurals=2; plural=__import__('os');",
        f"nplurals=2; plural={'(' * 30}n{')' * 30};",
        f"nplurals=2; plural={'!' * 500}n;",
        f"nplurals=2; plural={'n*' * 190};",
    ],
)
def test_an_invalid_plural_rule_is_refused(rule: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any
        Plurals(rule)


@given(st.text("n01239?:|&=!<>()%+-*/ ", max_size=30), st.integers(-200, 200))
def test_any_plural_rule_gives_a_form_or_is_refused(rule: str, number: int) -> None:
    try:
        plurals = Plurals(f"nplurals=3; plural={rule};")
    except ValueError:
        return

    assert plurals.form(number) in range(3)
