"""Options that `--set` takes: those a layout declares for itself, and a few for every sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printkit.errors import Findings, LayoutError, Problems, UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from printkit.build.targets import Printing
    from printkit.layout.declaring import Data
    from printkit.layout.definition import OptionDef, Sheet

COMMON_OPTIONS = {"outline": ("true", "false")}
"""What `--set` takes for every sheet: SVG text as outlines."""

_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Option(NamedTuple):
    """A declared option: what it takes, and its value unless set."""

    name: str
    """What `--set` calls it."""
    type: str
    """bool, int, text, choice or file."""
    choices: tuple[str, ...]
    """What a choice may be."""
    default: object
    """Its value unless it is set."""
    help: str
    """A sentence for `printkit list`."""


def declared_options(sheet: Sheet) -> tuple[Option, ...]:
    """The options of a layout, checked; all that is wrong with them is said at once."""
    options, found = [], Findings()
    for name, option in sheet.options:
        try:
            options.append(_declared(name, option))
        except LayoutError as error:
            found.add(error)
    if found:
        raise Problems(found)
    return tuple(options)


def _declared(name: str, option: OptionDef) -> Option:
    given = option.choices.value if option.choices else []
    choices = tuple(str(choice) for choice in given) if isinstance(given, list) else ()
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
    declared = Option(name, option.type, choices, blank[option.type], option.help)
    if option.default is None:
        return declared
    return declared._replace(default=_default(declared, option, option.default))


def _default(option: Option, declared: OptionDef, given: Data) -> object:
    """The default as `--set` would read it, so that it cannot be what nobody may set."""
    value = given.value
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if isinstance(value, list | dict) or value is None:
        raise LayoutError(f"the default of '{option.name}' must be one value", given.where)
    try:
        return _read(option, text, declared)
    except UsageError as error:
        raise LayoutError(error.message, given.where, error.hint) from None


def option_values(sheet: Sheet, settings: Mapping[str, str]) -> dict[str, object]:
    """The value of every option of the layout, set or not."""
    bounds = dict(sheet.options)
    return {
        option.name: _read(option, settings[option.name], bounds[option.name])
        if option.name in settings
        else option.default
        for option in declared_options(sheet)
    }


def _read(option: Option, text: str, declared: OptionDef) -> object:
    match option.type:
        case "bool":
            if text.lower() not in _TRUTH:
                raise UsageError(f"{option.name} is true or false, not '{text}'")
            return _TRUTH[text.lower()]
        case "int":
            return _read_number(option, text, declared)
        case "choice" if text not in option.choices:
            hint = did_you_mean(text, option.choices)
            raise UsageError(f"{option.name} cannot be '{text}'", hint=hint)
    return text


def _read_number(option: Option, text: str, declared: OptionDef) -> int:
    bounds = f"{declared.least} to {declared.most}"
    try:
        number = int(text) if len(text) < 10 else None
    except ValueError:
        number = None
    if number is None or not declared.least <= number <= declared.most:
        raise UsageError(f"{option.name} is a whole number from {bounds}, not '{text}'")
    return number


def known_settings(printings: Iterable[Printing]) -> set[str]:
    """The names of all options that `--set` takes for these sheets."""
    return {
        *COMMON_OPTIONS,
        *(option.name for printing in printings for option in declared_options(printing.sheet)),
    }


def check_settings(settings: Mapping[str, str], printings: Iterable[Printing]) -> None:
    """Every `--set` must mean something to at least one of the sheets."""
    known = known_settings(printings)
    for name, value in settings.items():
        if name not in known:
            raise UsageError(f"unknown option '{name}'", hint=did_you_mean(name, known))
        if value not in COMMON_OPTIONS.get(name, (value,)):
            raise UsageError(f"{name} is {' or '.join(COMMON_OPTIONS[name])}, not '{value}'")
