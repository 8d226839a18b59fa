"""Typed answers: parsing and formatting for each type of prompt.

A typed line becomes an answer as plain data, and the other way round. Nothing here depends on a
game: short codes are made from the names of options (t for a turkey, r7 for the red 7), and players
are identified by a name, its beginning, or the number of a seat. The rules decide whether an answer
is legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.messages import say
from printkit.rules.prompts import (
    Choose,
    ChooseEach,
    DrawPath,
    EnterNumber,
    EnterText,
    Misread,
    PickCards,
    PromptOption,
)
from printkit.rules.record import MAX_DIGITS

if TYPE_CHECKING:
    from printkit.rules.game import Header
    from printkit.rules.prompts import Answer, Prompt

QUOTE: Final = '"'
COMMANDS: Final = ("?", "undo", "score", "quit")
"""Words that are never an answer, unless they are in quotation marks."""
NONE: Final = "-"
STOP: Final = "!"
_MOST: Final = 99
_WORD: Final = re.compile(r"\d+|[^\W\d_]+")
_COUNTED: Final = re.compile(r"(\d{1,2})(\D.*)")
_LEG: Final = re.compile(r"([udlr])([0-9]*)")


class AnswerForm(NamedTuple):
    """Something you can type, and its meaning."""

    typed: str
    means: str


def find_seat(header: Header, text: str) -> int:
    """Find the seat for a word: a name, the beginning of one, or a seat number."""
    wanted = text.casefold()
    names = [name.casefold() for name in header.players]
    if wanted in names:
        return names.index(wanted)
    found = [seat for seat, name in enumerate(names) if wanted and name.startswith(wanted)]
    if len(found) > 1:
        meant = [f"{header.players[seat]} (#{seat + 1})" for seat in found]
        raise Misread(_could_be(text, meant))
    if found:
        return found[0]
    number = text.removeprefix("#")
    if number.isdecimal() and 1 <= read_number(number) <= len(names):
        return read_number(number) - 1
    known = list(header.players)
    raise Misread(
        say("nobody here is called '{text}'; {known} are playing", text=text, known=known)
    )


def short_name(header: Header, seat: int) -> str:
    """Return the shortest word for this seat: letters of the name, or its number."""
    name = header.players[seat].casefold()
    for end in range(1, len(name) + 1):
        word = name[:end]
        if not (word.isascii() and word.isalpha()):
            break
        if _means(header, word, seat):
            return word
    number = str(seat + 1)
    return number if _means(header, number, seat) else f"#{number}"


def _means(header: Header, word: str, seat: int) -> bool:
    try:
        return find_seat(header, word) == seat
    except Misread:
        return False


def codes(options: Sequence[PromptOption], free_group: str = "") -> dict[str, str]:
    """Return the short code of each option, by its key; codes are unique."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for place, option in enumerate(options, 1):
        words = (code + option.mark for code in _candidates(option, place, free_group))
        found[option.key] = next(word for word in words if word not in taken)
        taken.add(found[option.key])
    return found


def _candidates(option: PromptOption, place: int, free_group: str) -> Iterator[str]:
    """Yield candidate codes: a sign; the first letter, the initials, a prefix; or the position."""
    if option.sign:
        yield option.sign
    words = _WORD.findall(option.text.casefold())
    if option.group and option.group == free_group:
        yield from words[1:2]
    if words and (words[0].isdecimal() or not any(map(str.isdecimal, words))):
        yield words[0] if words[0].isdecimal() else words[0][0]
    if words:
        yield _initials(words)
    whole = "".join(words)
    yield from (whole[:end] for end in range(2, len(whole) + 1))
    yield f"#{place}"


def _initials(words: Iterable[str]) -> str:
    return "".join(word if word.isdecimal() else word[0] for word in words)


def find_option(text: str, options: Sequence[PromptOption], free_group: str = "") -> PromptOption:
    """Find the option for a word: its code, its name, or the beginning of one."""
    wanted = _squash(text)
    known = codes(options, free_group)
    for spelled in (
        lambda option: known[option.key],
        lambda option: _squash(option.text) + option.mark,
        lambda option: _squash(option.key),
    ):
        for option in options:
            if wanted == spelled(option):
                return option
    found = [option for option in options if wanted and _begins(option, wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Misread(_could_be(text, [option.text for option in found]))
    offered: list[str] = [
        say("{code} ({name})", code=known[option.key], name=option.text)
        for option in options
        if option.legal
    ]
    more = ["…"] if len(offered) > 8 else []
    raise Misread(
        say("'{text}' isn't one of the choices: {known}", text=text, known=offered[:8] + more)
    )


def _begins(option: PromptOption, wanted: str) -> bool:
    name = wanted.removesuffix(option.mark)
    if option.mark and name == wanted:
        return False
    words = _WORD.findall(option.text.casefold())
    return "".join(words).startswith(name) or _initials(words) == name


def _squash(text: str) -> str:
    return "".join(text.casefold().split())


def _could_be(text: str, known: Sequence[str]) -> str:
    *first, last = known
    return say("'{text}' could be {first} or {last}", text=text, first=first, last=last)


def read_number(text: str) -> int:
    """Parse decimal digits, at most as many as a record allows."""
    if len(text) > MAX_DIGITS:
        raise Misread(say("use at most {most} digits", most=MAX_DIGITS))
    return int(text)


def split_words(text: str) -> list[str]:
    """Split an answer into words at blanks and commas."""
    return text.replace(",", " ").split()


def quote_text(text: str) -> str:
    """Put free text in quotation marks if it could be mistaken for a command."""
    plain = text == text.strip() and not text.startswith(QUOTE)
    return text if plain and text.casefold() not in COMMANDS else f"{QUOTE}{text}{QUOTE}"


def unquote_text(text: str) -> str:
    """Remove the quotation marks around free text."""
    if len(text) > 1 and text[0] == QUOTE == text[-1]:
        return text[1:-1]
    return text


def read_answer(prompt: Prompt, text: str, header: Header) -> Answer:
    """Parse a line into an answer; raise `Misread`."""
    text = text.strip()
    usual = getattr(prompt, "usual", "")
    if not text and not usual:
        raise Misread(say("please enter an answer"))
    match prompt:
        case Choose():
            return _read_choice(prompt, text, header)
        case ChooseEach():
            return (
                _read_ordered(text, header) if prompt.ordered else _read_each(prompt, text, header)
            )
        case PickCards():
            return _read_cards(prompt, text, header)
        case EnterNumber():
            if not text.isdecimal():
                raise Misread(say("'{text}' is not a number", text=text))
            return read_number(text)
        case EnterText():
            return _read_texts(prompt, text)
        case DrawPath():
            return _read_path(text)


def _read_choice(prompt: Choose, text: str, header: Header) -> str:
    if not text or _is_usual(prompt.usual, text):
        return ""
    if any(option.group for option in prompt.options):
        return _read_grouped(prompt, text, header)
    return find_option(text, prompt.options).key


def _is_usual(usual: str, text: str) -> bool:
    return bool(usual) and text.casefold() in (usual.casefold(), usual.casefold()[0])


def grouped_codes(prompt: Choose, header: Header) -> dict[str, str]:
    """Return the codes of options that concern players: a name, and the choice for it."""
    found: dict[str, str] = {}
    for option in prompt.options:
        names = [""]
        if option.group in header.seats:
            seat = header.seats[option.group]
            names = [short_name(header, seat), f"#{seat + 1}"]
        inner = _inner_codes(prompt, option.group)[option.key]
        words = [name + inner for name in names] + [f"#{len(found) + 1}:{inner}"]
        found[option.key] = next(word for word in words if word not in found.values())
    return found


def _inner_codes(prompt: Choose, group: str) -> dict[str, str]:
    same = [option for option in prompt.options if option.group == group]
    if group and len(same) == 1:
        return {same[0].key: ""}
    return codes(same)


def _read_grouped(prompt: Choose, text: str, header: Header) -> str:
    known = grouped_codes(prompt, header)
    for key, code in known.items():
        if text.casefold() == code:
            return key
    found = [option.key for option in prompt.options if _is_about(prompt, option, text, header)]
    if len(found) == 1:
        return found[0]
    legal = [known[option.key] for option in prompt.options if option.legal][:_MOST]
    raise Misread(say("'{text}' isn't one of the choices: {known}", text=text, known=legal))


def _is_about(prompt: Choose, option: PromptOption, text: str, header: Header) -> bool:
    inner = _inner_codes(prompt, option.group)[option.key]
    if not option.group:
        return text.casefold() == inner
    whole = codes([each for each in prompt.options if each.group == option.group])[option.key]
    seat = header.seats.get(option.group, -1)
    return any(
        text.casefold().endswith(code) and _means(header, text[: len(text) - len(code)], seat)
        for code in (inner, whole)
    )


def _read_each(prompt: ChooseEach, text: str, header: Header) -> list[list[Any]]:
    said = _with_remarks(prompt, text) if prompt.remark else _one_each(prompt, text)
    if len(said) != len(prompt.seats):
        names = [header.players[seat] for seat in prompt.seats]
        message = "enter one answer per player: {number} needed, {count} given ({names})"
        raise Misread(say(message, count=len(said), number=len(names), names=names))
    rows = zip(prompt.seats, prompt.options, said, strict=True)
    return [[seat, find_option(word, own).key, *rest] for seat, own, (word, *rest) in rows]


def _one_each(prompt: ChooseEach, text: str) -> list[list[str]]:
    words = [part.strip() for part in text.split(",")] if "," in text else text.split()
    letters = [*"".join(words)]
    if len(words) != len(prompt.seats) and _are_codes(prompt, letters):
        words = letters
    return [[word] for word in words]


def _are_codes(prompt: ChooseEach, letters: Sequence[str]) -> bool:
    """Return whether each letter is a whole answer: `oc` are two, `open` is one."""
    known = {code for own in prompt.options for code in codes(own).values()}
    return len(letters) == len(prompt.seats) or known.issuperset(letters)


def _with_remarks(prompt: ChooseEach, text: str) -> list[list[str]]:
    """Parse signs, each with optional words after it: `+-+`, or `+smelly -bold`."""
    signs = {option.sign for option in prompt.options[0]}
    said: list[list[str]] = []
    for word in text.split():
        rest = word.lstrip("".join(signs))
        said += [[sign, ""] for sign in word[: len(word) - len(rest)]]
        if rest and not said:
            known = [
                say("{code} ({name})", code=option.sign, name=option.text)
                for option in prompt.options[0]
            ]
            raise Misread(say("'{text}' needs a sign before it: {known}", text=rest, known=known))
        if rest:
            said[-1][1] = f"{said[-1][1]} {rest}".strip()
    return said


def _read_ordered(text: str, header: Header) -> list[list[Any]]:
    answer = []
    for word in split_words(text):
        by, arrow, choice = word.partition(">")
        key = str(find_seat(header, choice)) if arrow else ""
        answer.append([find_seat(header, by), key])
    return answer


def _read_cards(prompt: PickCards, text: str, header: Header) -> list[list[list[str]]]:
    if not text or _is_usual(prompt.usual, text):
        return [[[] for _ in prompt.piles] for _ in prompt.seats]
    if len(prompt.seats) > 1:
        return _read_hands(prompt, text, header)
    parts = text.split("/")
    if len(parts) > len(prompt.piles) or (prompt.sizes and len(parts) < len(prompt.piles)):
        names = [pile.text for pile in prompt.piles]
        message = "separate the piles with one '/': {names}; either may be empty"
        raise Misread(say(message, names=names))
    piles = [_read_pile(prompt, part) for part in parts]
    return [piles + [[] for _ in prompt.piles[len(parts) :]]]


def _read_pile(prompt: PickCards, text: str) -> list[str]:
    """Parse cards: `2t` is two cards; a bare number has the group of the card before it."""
    found: list[PromptOption] = []
    for word in split_words(text):
        try:
            found.append(_card(prompt, word, found))
        except Misread:
            counted = _COUNTED.fullmatch(word)
            if counted is None:
                raise
            found += [_card(prompt, counted[2], found)] * int(counted[1])
    return [option.key for option in found]


def _card(prompt: PickCards, word: str, before: Sequence[PromptOption]) -> PromptOption:
    hand = prompt.hands[0]
    if word.isdecimal() and before and before[-1].group not in ("", prompt.free_group):
        same = [option for option in hand if option.group == before[-1].group]
        return find_option(word, same, before[-1].group)
    return find_option(word, hand, prompt.free_group)


def _read_hands(prompt: PickCards, text: str, header: Header) -> list[list[list[str]]]:
    """Parse a word for each hand, or one word split into the expected sizes."""
    words = split_words(text.lower())
    if len(words) != len(prompt.seats):
        cards = _read_letters(prompt.hands[0], "".join(words))
        if len(cards) != sum(prompt.sizes) or not prompt.sizes:
            names = [header.players[seat] for seat in prompt.seats]
            message = "enter one answer per player: {number} needed, {count} given ({names})"
            raise Misread(say(message, count=len(words), number=len(names), names=names))
        hands = []
        for size in prompt.sizes:
            hands.append(cards[:size])
            cards = cards[size:]
    else:
        hands = [_read_letters(own, word) for own, word in zip(prompt.hands, words, strict=True)]
    return [_split_into_piles(prompt, hand) for hand in hands]


def _read_letters(options: Sequence[PromptOption], word: str) -> list[str]:
    """Return the cards of a word, one per character."""
    known = {code: key for key, code in codes(options).items()}
    for letter in word.replace(NONE, ""):
        if letter not in known:
            raise Misread(
                say("'{text}' isn't one of the choices: {known}", text=letter, known=list(known))
            )
    return [known[letter] for letter in word.replace(NONE, "")]


def _split_into_piles(prompt: PickCards, cards: list[str]) -> list[list[str]]:
    """Split cards into the piles of a seat in order; the last pile takes the rest."""
    piles = []
    for pile in prompt.piles[:-1]:
        piles.append(cards[: pile.most])
        cards = cards[pile.most :]
    return [*piles, cards]


def _read_texts(prompt: EnterText, text: str) -> list[str] | str:
    for key, code in codes(prompt.options).items():
        if text.casefold() == code:
            return key
    if len(prompt.labels) == 1:
        return [unquote_text(text)]
    mark = next((mark for mark in "/," if mark in text), None)
    parts = [" ".join(part.split()) for part in text.split(mark)]
    parts = [part for part in parts if part]
    if len(parts) != len(prompt.labels):
        number, names = len(prompt.labels), list(prompt.labels)
        message = "enter {number} answers, not {count}: {names}"
        raise Misread(say(message, count=len(parts), number=number, names=names))
    return parts


def _read_path(text: str) -> str:
    letters = "".join(text.lower().split())
    if not letters or letters in ("p", "pass"):
        return ""
    legs = letters.removesuffix(STOP)
    found = [*_LEG.finditer(legs)]
    if not found or "".join(leg.group() for leg in found) != legs:
        message = "'{text}' is not a path; r3 u2 goes three to the right and two up"
        raise Misread(say(message, text=text))
    path = "".join(leg.group(1).upper() * int(leg.group(2)[:2] or 1) for leg in found)
    return path + STOP if letters.endswith(STOP) else path


def spell_answer(prompt: Prompt, answer: Answer, header: Header) -> str:
    """Format an answer as a line that `read_answer` parses."""
    match prompt:
        case Choose():
            return _choice_codes(prompt, header)[answer] if answer else ""
        case ChooseEach():
            return (
                _spell_ordered(prompt, answer, header)
                if prompt.ordered
                else _spell_each(prompt, answer)
            )
        case PickCards():
            return _spell_cards(prompt, answer)
        case EnterText():
            if isinstance(answer, str):
                return codes(prompt.options)[answer]
            return quote_text(answer[0]) if len(prompt.labels) == 1 else ", ".join(answer)
        case DrawPath():
            return spell_path(answer)
        case _:
            return str(answer)


def _spell_each(prompt: ChooseEach, answer: list[list[Any]]) -> str:
    words = [
        codes(own)[key] + "".join(rest)
        for own, (_, key, *rest) in zip(prompt.options, answer, strict=True)
    ]
    return ("" if all(len(word) == 1 for word in words) else " ").join(words)


def _spell_ordered(prompt: ChooseEach, answer: list[list[Any]], header: Header) -> str:
    """Format choices in order; players at the end who do nothing are left out."""
    end = len(answer)
    after = len(header.players)
    while (
        len(answer) == len(prompt.seats)
        and end
        and not answer[end - 1][1]
        and answer[end - 1][0] < after
    ):
        end, after = end - 1, answer[end - 1][0]
    words = []
    for seat, key in answer[:end]:
        seats = [seat, int(key)] if key else [seat]
        words.append(">".join(short_name(header, each) for each in seats))
    return " ".join(words)


def _spell_cards(prompt: PickCards, answer: list[list[list[str]]]) -> str:
    if len(prompt.seats) > 1:
        rows = []
        for hand, piles in zip(prompt.hands, answer, strict=True):
            known = codes(hand)
            rows.append("".join(known[key] for pile in piles for key in pile) or NONE)
        return " ".join(rows)
    known = codes(prompt.hands[0], prompt.free_group)
    spelled = [" ".join(known[key] for key in pile) for pile in answer[0]]
    while not prompt.sizes and len(spelled) > 1 and not spelled[-1]:
        spelled.pop()
    return " / ".join(spelled).strip()


def spell_path(path: str) -> str:
    """Shorten a path: r3 u2 for RRRUU."""
    legs = [(letter.lower(), len([*run])) for letter, run in groupby(path.removesuffix(STOP))]
    spelled = " ".join(letter + (str(run) if run > 1 else "") for letter, run in legs)
    return spelled + STOP if path.endswith(STOP) else spelled


def check_answer(prompt: Prompt, answer: Answer) -> None:
    """Refuse an answer that doesn't have the shape of the prompt; raise `Misread`."""
    if not _fits(prompt, answer):
        raise Misread(say("that is not an answer to this question"))


def _fits(prompt: Prompt, answer: Answer) -> bool:
    match prompt:
        case Choose():
            return _is_key(answer, prompt.options) or (answer == "" and bool(prompt.usual))
        case ChooseEach():
            return _fits_each(prompt, answer)
        case PickCards():
            hands = list(prompt.hands)
            return _is_list(answer, len(hands)) and all(
                _is_list(piles, len(prompt.piles))
                and all(
                    isinstance(pile, list) and all(_is_key(card, hand) for card in pile)
                    for pile in piles
                )
                for hand, piles in zip(hands, answer, strict=True)
            )
        case EnterNumber():
            return type(answer) is int
        case EnterText():
            if isinstance(answer, str):
                return _is_key(answer, prompt.options)
            return _is_list(answer, len(prompt.labels)) and all(
                isinstance(each, str) for each in answer
            )
        case DrawPath():
            return isinstance(answer, str) and re.fullmatch(r"[UDLR]*!?", answer) is not None


def _fits_each(prompt: ChooseEach, answer: Answer) -> bool:
    if not isinstance(answer, list):
        return False
    options = dict(zip(prompt.seats, prompt.options, strict=True))
    parts = 3 if prompt.remark else 2
    for each in answer:
        if not _is_list(each, parts) or type(each[0]) is not int or each[0] not in options:
            return False
        nothing = prompt.ordered and each[1] == ""
        if not nothing and not _is_key(each[1], options[each[0]]):
            return False
        if prompt.remark and not isinstance(each[2], str):
            return False
    return prompt.ordered or [each[0] for each in answer] == [*prompt.seats]


def _is_list(value: object, length: int) -> bool:
    return isinstance(value, list) and len(value) == length


def _is_key(value: object, options: Iterable[PromptOption]) -> bool:
    return isinstance(value, str) and any(value == option.key for option in options)


def forms(prompt: Prompt, header: Header) -> tuple[AnswerForm, ...]:
    """Return the ways to type an answer, with examples."""
    return tuple(_forms(prompt, header))


def _forms(prompt: Prompt, header: Header) -> Iterator[AnswerForm]:
    match prompt:
        case Choose():
            yield from legal_answers(prompt, header)
        case ChooseEach() if prompt.ordered:
            one, other = (short_name(header, seat) for seat in _two_seats(prompt))
            yield AnswerForm(
                f"{one}>{other}",
                say(
                    "{name} grabs {other}'s set",
                    name=header.players[prompt.seats[0]],
                    other=header.players[_two_seats(prompt)[1]],
                ),
            )
            yield AnswerForm(
                f"{one}>{other} {other}>{one}", say("several, in the order in which they happened")
            )
            yield AnswerForm(
                one,
                say(
                    "nothing for {one}, nor for anyone not named",
                    one=header.players[prompt.seats[0]],
                ),
            )
        case ChooseEach():
            yield from legal_answers(prompt, header)
            known = [*codes(prompt.options[0]).values()]
            signs = [known[place % len(known)] for place in range(len(prompt.seats))]
            joined = "" if all(len(sign) == 1 for sign in signs) else " "
            yield AnswerForm(joined.join(signs), say("for all players, in this order"))
            if prompt.remark:
                yield AnswerForm(
                    f"{known[0]}… {known[-1]}…",
                    say("with words after each: {what}", what=prompt.remark),
                )
        case PickCards():
            yield from _card_forms(prompt)
        case EnterNumber():
            yield AnswerForm(
                str(prompt.least),
                say("a number, {least} to {most}", least=prompt.least, most=prompt.most),
            )
        case EnterText():
            if len(prompt.labels) > 1:
                yield AnswerForm(
                    f"{prompt.example}, …",
                    say("separated by commas: {labels}", labels=list(prompt.labels)),
                )
            else:
                yield AnswerForm(prompt.example or "…", say("any words"))
            known_codes = codes(prompt.options)
            yield from (
                AnswerForm(known_codes[option.key], option.text) for option in prompt.options
            )
        case DrawPath():
            yield AnswerForm("r3 u2", say("three to the right, two up; l and d are left and down"))
            yield AnswerForm("r2!", say("two to the right, and the thread ends there"))


def _two_seats(prompt: ChooseEach) -> tuple[int, int]:
    first = prompt.seats[0]
    legal = [int(option.key) for option in prompt.options[0] if option.legal]
    return first, legal[0] if legal else first


def _card_forms(prompt: PickCards) -> Iterator[AnswerForm]:
    """Yield how piles and several cards are typed, and the codes of the cards."""
    known = codes(prompt.hands[0], prompt.free_group)
    legal = [option for option in prompt.hands[0] if option.legal]
    if not legal:
        return
    first, last = known[legal[0].key], known[legal[-1].key]
    if len(prompt.seats) > 1:
        yield AnswerForm(
            f"{first}{last} {last}{first} …", say("one word for each player, in this order")
        )
    elif len(prompt.piles) > 1:
        names = [pile.text for pile in prompt.piles]
        yield AnswerForm(
            f"{first} / {last}", say("the piles, with '/' between them: {names}", names=names)
        )
    else:
        yield AnswerForm(f"{first} {last}", say("several, separated by blanks"))
    yield from (AnswerForm(known[option.key], option.text) for option in legal)


def legal_answers(prompt: Prompt, header: Header) -> Iterator[AnswerForm]:
    """Yield the legal answers, as far as they can be listed."""
    match prompt:
        case Choose():
            yield from _legal_choices(prompt, header)
        case ChooseEach():
            yield from _legal_each(prompt, header)
        case DrawPath():
            yield from (
                AnswerForm(spell_path(route), _end(prompt, route)) for route in prompt.routes
            )
        case _:
            return


def _legal_choices(prompt: Choose, header: Header) -> Iterator[AnswerForm]:
    known = _choice_codes(prompt, header)
    for option in prompt.options:
        if option.legal:
            who, what = option.group, option.text
            yield AnswerForm(
                known[option.key], say("{who}: {what}", who=who, what=what) if who else what
            )


def _legal_each(prompt: ChooseEach, header: Header) -> Iterator[AnswerForm]:
    seen = set()
    for seat, own in zip(prompt.seats, prompt.options, strict=True):
        for option in own:
            typed = codes(own)[option.key]
            if prompt.ordered:
                typed = f"{short_name(header, seat)}>{short_name(header, int(option.key))}"
            if option.legal and typed not in seen:
                seen.add(typed)
                means = f"{header.players[seat]} > {option.text}" if prompt.ordered else option.text
                yield AnswerForm(typed, means)


def _end(prompt: DrawPath, route: str) -> str:
    """Return the end of a path; dots are named like the cells of a spreadsheet."""
    column, row = prompt.start
    column += route.count("R") - route.count("L")
    row += route.count("D") - route.count("U")
    dot = f"{chr(ord('A') + column)}{row + 1}"
    if route.endswith(STOP):
        return say("to {dot}, and ends there", dot=dot)
    return say("to {dot}", dot=dot)


def _choice_codes(prompt: Choose, header: Header) -> dict[str, str]:
    if any(option.group for option in prompt.options):
        return grouped_codes(prompt, header)
    return codes(prompt.options)
