"""`printkit info`: versions, fonts, folders and plugins, to paste into a bug report."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from printkit.cli.output import print_json, show
from printkit.cli.parameters import Json

MISSING = "not installed"


def info(json: Json = False) -> None:
    """Show versions, fonts, folders and plugins, for a bug report."""
    document = _document()
    if json:
        print_json(document)
        return
    for heading, value in document.items():
        if not isinstance(value, dict):
            show(f"{heading}: {value}")
            continue
        show(f"{heading}:" if value else f"{heading}: none")
        for name, each in value.items():
            show(f"  {name}: {each}")


def _document() -> dict[str, Any]:
    from printkit._version import __version__
    from printkit.core.extras import EXTRAS
    from printkit.core.libraries import NEEDED, library_version
    from printkit.core.source import shipped_folder
    from printkit.request.preferences import default_language, default_paper, preferences_path
    from printkit.text.faces import FACES

    return {
        "printkit": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.platform(),
        "libraries": {name: library_version(name) or MISSING for name in NEEDED},
        "extras": {
            extra: ", ".join(f"{name} {library_version(name) or MISSING}" for name in names)
            for extra, names in EXTRAS.items()
        },
        "folders": {
            "program": str(Path(__file__).parent.parent),
            "layouts": str(shipped_folder("layouts")),
            "fonts": str(shipped_folder("fonts")),
            "preferences": str(preferences_path() or "none"),
        },
        "fonts": {
            "shipped": ", ".join(dict.fromkeys(face.family for face in FACES.values())),
            "others": _other_fonts(),
        },
        "plugins": _plugins(),
        "defaults": {"paper": default_paper().name, "language": default_language()},
    }


def _plugins() -> dict[str, str]:
    """Return the plugins of installed packages, and their problems."""
    from printkit.core.plugins import SWITCH
    from printkit.listing import list_plugins

    if os.environ.get(SWITCH):
        return {SWITCH: os.environ[SWITCH]}
    found: dict[str, str] = {}
    for each in list_plugins():
        problems = "".join(f"; {error.message}" for error in each.errors)
        name = f"{each.name} ({each.group})" if each.name else f"damaged {len(found) + 1}"
        found[name] = f"{each.package}{problems}".removeprefix("; ")
    return found


def _other_fonts() -> str:
    """Describe where printkit looks for characters that no shipped font has."""
    from shutil import which

    named = os.environ.get("PRINTKIT_FONTS")
    if named is not None:
        return f"PRINTKIT_FONTS={named}"
    return "the system's, by fontconfig" if which("fc-list") else "the system's"
