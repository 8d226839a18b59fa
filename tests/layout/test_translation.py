"""Text is printed in the language of the sheet; mistakes are reported in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.core.errors import LayoutError
from printkit.core.languages import catalogue_for
from printkit.layout.translation import translate_sentence
from tests.core.test_i18n import POLISH

if TYPE_CHECKING:
    from tests.layout.desk import Desk

HEAD = f'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Plural-Forms: {POLISH}\\n"\n'
CARDS = "{n} {plural(n, 'card', 'cards')}"


def words(desk: Desk, *pairs: tuple[str, str], language: str = "pl", head: str = HEAD) -> None:
    entries = "".join(f'\nmsgid "{text}"\nmsgstr "{said}"\n' for text, said in pairs)
    desk.write(f"locale/{language}.po", head + entries)


def test_a_language_has_the_plural_forms_of_its_file(desk: Desk) -> None:
    words(desk, (CARDS, "{n} {plural(n, 'karta', 'karty', 'kart')}"))
    body = f'- {{text: "{CARDS}", for: "n in [0, 1, 2, 5, 22]"}}'

    assert [["0 kart", "1 karta", "2 karty", "5 kart", "22 karty"]] == desk.texts(
        body, language="pl"
    )
    assert [["0 cards", "1 card", "2 cards", "5 cards", "22 cards"]] == desk.texts(body)


def test_untranslated_text_uses_english_plurals(desk: Desk) -> None:
    words(desk)

    assert [["0 cards"]] == desk.texts(f'- {{text: "{CARDS}", for: "n in [0]"}}', language="pl")


def test_printkits_own_messages_use_the_same_plurals(desk: Desk) -> None:
    words(desk, ("{n} players", "{n} {plural(n, 'gracz', 'gracze', 'graczy')}"))
    catalogue = catalogue_for("pl", desk.folder)

    assert "3 gracze" == translate_sentence("{n} players", catalogue, n=3)
    assert "{n} won" == translate_sentence("{name} won", catalogue, name="{n}")


def test_decimals_follow_the_language(desk: Desk) -> None:
    words(desk, ("{x} pt", "{x} pkt"), head=f'{HEAD}"X-Decimal-Point: ,\\n"\n')
    body = """
- {text: "{x} pt", for: "x in [9.5, 3]"}
- {text: "{x}", for: "x in [0.25]"}
- {rich: "**{x}**", for: "x in [-1.5]"}
"""

    assert [["9,5 pkt", "3 pkt", "0,25", "−1,5"]] == desk.texts(body, language="pl")
    assert [["9.5 pt", "3 pt", "0.25", "−1.5"]] == desk.texts(body)


def test_the_decimal_separator_is_a_point_or_a_comma(desk: Desk) -> None:
    words(desk, head=f'{HEAD}"X-Decimal-Point: dot\\n"\n')

    with pytest.raises(LayoutError, match="'dot' isn't a decimal separator") as caught:
        catalogue_for("pl", desk.folder)
    assert str(caught.value.where).endswith("pl.po:5:2")


BODIES = {
    "text": "- {{text: '{}', for: 'n in [3]'}}",
    "rich": "- {{rich: '{}', for: 'n in [3]'}}",
}


@pytest.mark.parametrize(
    ("kind", "text", "said", "place", "message"),
    [
        ("text", "Draw {n}", "Ciągnij {n", "7:17", "this { is never closed"),
        ("text", "Draw {n}", "Ciągnij {n +}", "7:18", "'n +' is not an expression"),
        ("text", "Draw {n}", "Ciągnij {m}", "7:18", "unknown fact 'm'"),
        ("text", "Draw {n}", "Ciągnij {count}", "7:18", "unknown fact 'count'"),
        ("text", "Draw {n}", "Ciągnij {n.x}", "7:18", "'n' is the number 3 and has no field 'x'"),
        ("text", "{n} to go", "{plural(n, 'raz', 'razy')}", "7:10", "wrong arguments for 'plural'"),
        ("rich", "**Draw** {n}", "**Ciągnij {n}", "7:9", "this ** is never closed"),
        ("rich", "**Draw** {n}", "**Ciągnij** {m}", "7:22", "unknown fact 'm'"),
        ("rich", "Take :wool:", "Weź :wolna:", "7:14", "unknown icon 'wolna'"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_translation_is_reported_in_its_file(
    desk: Desk, kind: str, text: str, said: str, place: str, message: str
) -> None:
    words(desk, (text, said))
    (error,) = desk.errors(
        f"sheet: a/b\ntitle: B\nbody:\n  {BODIES[kind].format(text)}\n", language="pl"
    )

    assert f"{desk.folder / 'locale' / 'pl.po'}:{place}" == str(error.where)
    assert message == error.message


def test_a_broken_plural_rule_is_reported_in_its_file(desk: Desk) -> None:
    words(desk, head=HEAD.replace("n==1", "n=1"))

    with pytest.raises(LayoutError, match="isn't a plural rule") as caught:
        catalogue_for("pl", desk.folder)
    assert str(caught.value.where).endswith("pl.po:4:2")


def test_no_line_breaks_at_a_no_break_space(desk: Desk) -> None:
    body = '- {text: "Qui joue\u202f? Les noms\u00a0: ici", width: 14mm}'

    assert [["Qui", "joue\u2009?", "Les", "noms :", "ici"]] == desk.texts(body)
