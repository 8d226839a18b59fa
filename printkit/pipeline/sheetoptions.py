"""The options of a layout: names, types, choices and values for `--set`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.errors import Findings, LayoutError, Problems, UsageError, known_as
from printkit.core.messages import either, say, suggest

if TYPE_CHECKING:
    from printkit.layout.language.declarations import Data
    from printkit.layout.language.definition import OptionDef, Sheet
    from printkit.pipeline.targets import PlannedSheet

SHEET_SEPARATOR = (
    ":"  # separates a sheet from the option that is set for it only: 'wolle/sheet:size'
)
COMMON_OPTIONS = {"outline": ("true", "false")}
"""The settings that every sheet has: `outline` draws SVG text as outlines."""

_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class SheetOption(NamedTuple):
    """An option of a sheet, which `set` takes.

    Attributes:
        name: Its name for `set`.
        type: `bool`, `int`, `text`, `choice` or `file`.
        choices: The valid values of a `choice`.
        default: The default value.
        help: A description in one sentence.
        min: The smallest number; None unless it is an `int`.
        max: The largest number; None unless it is an `int`.
        label: Its name for people; empty if the layout has none.
        labels: The names of the choices for people, in order; empty if the layout has none.
    """

    name: str
    type: str
    choices: tuple[str, ...]
    default: object
    help: str
    min: int | None = None
    max: int | None = None
    label: str = ""
    labels: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the option as `printkit list --json` prints it."""
        values = {**self._asdict(), "choices": list(self.choices), "labels": list(self.labels)}
        optional = ("min", "max", "label", "labels")
        return {
            name: value
            for name, value in values.items()
            if name not in optional or value not in (None, "", [])
        }


def declared_options(sheet: Sheet) -> tuple[SheetOption, ...]:
    """Return the options of a layout, checked; all problems are reported at once."""
    options, found = [], Findings()
    for name, option in sheet.options:
        try:
            options.append(_read_declaration(name, option))
        except LayoutError as error:
            found.add(error)
    if found:
        raise Problems(found)
    return tuple(options)


def _read_declaration(name: str, option: OptionDef) -> SheetOption:
    choices, labels = _choices(option)
    if option.type == "choice" and not choices:
        raise LayoutError(f"the option '{name}' needs choices", option.where)
    blank = {
        "bool": False,
        "int": option.least,
        "text": "",
        "file": "",
        "choice": next(iter(choices), ""),
    }
    if option.least > option.most:
        raise LayoutError(f"the option '{name}' has a min above its max", option.where)
    is_number = option.type == "int"
    declared = SheetOption(
        name,
        option.type,
        choices,
        blank[option.type],
        option.help,
        min=option.least if is_number else None,
        max=option.most if is_number else None,
        label=option.label,
        labels=labels,
    )
    if option.default is None:
        return declared
    return declared._replace(default=_default(declared, option, option.default))


def _choices(option: OptionDef) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the choices of an option and their labels; a list has only choices, a map has both."""
    match option.choices.value if option.choices else []:
        case dict() as given:
            return tuple(map(str, given)), tuple(map(str, given.values()))
        case list() as given:
            return tuple(map(str, given)), ()
    return (), ()


def _default(option: SheetOption, declared: OptionDef, given: Data) -> object:
    """Return the default, parsed like a value of `--set`, so it must be a valid one."""
    value = given.value
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if isinstance(value, list | dict) or value is None:
        raise LayoutError(f"the default of '{option.name}' must be one value", given.where)
    try:
        return _read(option, text, declared)
    except UsageError as error:
        raise LayoutError(error.message, given.where, error.hint) from None


def option_values(sheet: Sheet, settings: Mapping[str, str]) -> dict[str, object]:
    """Return the value of every option of the layout, set or not."""
    bounds, own = dict(sheet.options), settings_for(sheet, settings)
    return {
        option.name: _read(option, own[option.name], bounds[option.name])
        if option.name in own
        else option.default
        for option in declared_options(sheet)
    }


def settings_for(sheet: Sheet, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that apply to a sheet, by the names of its options.

    One for this sheet, such as 'wolle/sheet:size', takes precedence over one for all sheets.
    """
    known = [*(name for name, _ in sheet.options), *COMMON_OPTIONS]
    own = {}
    for key in sorted(settings, key=lambda key: SHEET_SEPARATOR in key):
        sheet_id, name = split_key(key)
        if sheet_id in ("", sheet.id) and known_as(name, known) in known:
            own[known_as(name, known)] = settings[key]
    return own


def normalize_settings(
    settings: Mapping[str, str], planned_sheets: Sequence[PlannedSheet]
) -> dict[str, str]:
    """Return the settings, with options and choices capitalized as in the sheets."""
    sheets = {planned.sheet.id: planned.sheet for planned in planned_sheets}.values()
    options = {option.name: option for sheet in sheets for option in declared_options(sheet)}
    found = {}
    for key, value in settings.items():
        sheet_id, name = split_key(key)
        name = known_as(name, [*options, *COMMON_OPTIONS])
        choices = options[name].choices if name in options else COMMON_OPTIONS.get(name, ())
        found[f"{sheet_id}{SHEET_SEPARATOR}{name}" if sheet_id else name] = known_as(value, choices)
    return found


def split_key(key: str) -> tuple[str, str]:
    """Return the target sheet of a setting, empty for all sheets, and the option's name."""
    sheet, _, name = key.rpartition(SHEET_SEPARATOR)
    return sheet.strip().lower(), name.strip()


def _read(option: SheetOption, text: str, declared: OptionDef) -> object:
    match option.type:
        case "bool":
            if text.lower() not in _BOOLEANS:
                message = "{option} must be true or false, not '{value}'"
                raise UsageError(say(message, option=option.name, value=text))
            return _BOOLEANS[text.lower()]
        case "int":
            return _read_number(option, text, declared)
        case "choice":
            return _read_choice(option, text)
    return text


def _read_choice(option: SheetOption, text: str) -> str:
    word = known_as(text, option.choices)
    if word not in option.choices:
        message = say("{option} can't be '{value}'", option=option.name, value=text)
        raise UsageError(message, hint=suggest(text, option.choices))
    return word


def _read_number(option: SheetOption, text: str, declared: OptionDef) -> int:
    try:
        number = int(text) if len(text) < 10 else None
    except ValueError:
        number = None
    if number is None or not declared.least <= number <= declared.most:
        template = "{option} must be a whole number from {least} to {most}, not '{value}'"
        least, most = declared.least, declared.most
        raise UsageError(say(template, option=option.name, least=least, most=most, value=text))
    return number


def known_settings(planned_sheets: Iterable[PlannedSheet]) -> set[str]:
    """Return the names of all options that `--set` takes for these sheets."""
    return {
        *COMMON_OPTIONS,
        *(option.name for planned in planned_sheets for option in declared_options(planned.sheet)),
    }


def check_settings(settings: Mapping[str, str], planned_sheets: Sequence[PlannedSheet]) -> None:
    """Check that every `--set` applies to at least one of its sheets."""
    for key, value in settings.items():
        sheet_id, name = split_key(key)
        aimed_at = [planned for planned in planned_sheets if sheet_id in ("", planned.sheet.id)]
        if not aimed_at:
            hint = suggest(sheet_id, sorted({planned.sheet.id for planned in planned_sheets}))
            message = say("'{key}' is for a sheet that isn't being printed", key=key)
            raise UsageError(message, hint=hint)
        if known_as(name, known := known_settings(aimed_at)) not in known:
            raise _unknown_option(name, known, aimed_at)
        if value.lower() not in COMMON_OPTIONS.get(name.lower(), (value.lower(),)):
            choices = either(COMMON_OPTIONS[name.lower()])
            template = "{option} must be {choices}, not '{value}'"
            raise UsageError(say(template, option=name, choices=choices, value=value))


def _unknown_option(name: str, known: set[str], aimed_at: Sequence[PlannedSheet]) -> UsageError:
    sheets = ", ".join(dict.fromkeys(planned.sheet.id for planned in aimed_at))
    message = say("unknown option '{name}' for {sheets}", name=name, sheets=sheets)
    return UsageError(message, hint=suggest(name, sorted(known)))
