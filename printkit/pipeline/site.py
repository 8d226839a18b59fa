"""A folder of HTML pages for a web host: an index, and what makes the pages an app.

Pages built into a folder (`--format html --out site/`) get a manifest, a service worker that keeps
them for use without a network, and an icon. Opened from a disk, they ask for none of these.
"""

from __future__ import annotations

import json
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING, Final

from printkit.core.errors import UsageError
from printkit.core.source import is_there
from printkit.layout.translation import translate_sentence
from printkit.pipeline.naming import command_line, command_of
from printkit.request.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printkit.core.files import Staging
    from printkit.core.i18n import Catalogue
    from printkit.pipeline.output import BuiltFile
    from printkit.request.options import Request

MANIFEST: Final = "printkit.webmanifest"  # `install.js` has the names of these
WORKER: Final = "printkit-worker.js"
ICON: Final = "printkit-icon.svg"
INDEX: Final = "index.html"


def is_site(request: Request) -> bool:
    """Return whether a request makes a folder of pages: its output is a folder that was chosen."""
    return (
        "html" in request.formats
        and not request.out.file
        and not OPTIONS["out"].is_default(request)
    )


def write_site(
    request: Request, files: Sequence[BuiltFile], staging: Staging, catalogue: Catalogue
) -> str:
    """Write the index of a folder, and what makes it an app; return a note about it."""
    from printkit.backends.html import page as code  # only a site needs this

    folder = request.out.folder
    index = folder / INDEX
    command = command_line(request)
    if is_there(index) and command_of(index) != command and not request.force:
        hint = "choose another folder, or use --force to replace it"
        raise UsageError(f"{index} already exists, made by a different command", hint=hint)
    pages = [file for file in files if file.format == "html"]
    if any(file.path == index for file in pages):
        hint = "rename the layout, or add --label, which is part of the name"
        raise UsageError(f"a page can't be called {INDEX}, like the list of all pages", hint=hint)
    titles = {
        file.path.name: "; ".join(dict.fromkeys(sheet.title for sheet in file.sheets))
        for file in pages
    }
    title = translate_sentence("Score sheets", catalogue)
    about = translate_sentence(
        "Keep score on a phone, a tablet or a computer. What you write stays on your device.",
        catalogue,
    )
    links = "\n".join(
        f'<li><a href="{escape(file.path.name)}">{escape(_game(file, catalogue))}'
        f"<small>{escape(titles[file.path.name])}</small></a></li>"
        for file in pages
    )
    script = f'"use strict";(() => {{\n{code.module("install.js")}install();}})();\n'
    style = f":root{{--accent:#444444}}\n{code.style('page.css')}"
    parts = {
        "language": escape(request.language.replace("_", "-")),
        "policy": code.policy(script, style, is_app=True),
        "command": escape(command),
        "title": escape(title),
        "icon": code.icon(),
        "about": escape(about),
        "links": links,
        "style": style,
        "script": script,
    }
    front = code.fill_in("index.html", parts)
    manifest = {
        "name": title,
        "short_name": title,
        "start_url": INDEX,
        "scope": "./",
        "display": "standalone",
        "background_color": "#ece8e1",
        "theme_color": "#fbfaf7",
        "icons": [{"src": ICON, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    kept = [INDEX, *(file.path.name for file in pages), MANIFEST, ICON]
    digest = sha256(front + "".join(file.digest for file in pages).encode()).hexdigest()[:16]
    worker = code.fill_in("worker.js", {"digest": digest, "files": json.dumps(kept)})
    staging.write(index, front)
    staging.write(folder / MANIFEST, (json.dumps(manifest, ensure_ascii=False) + "\n").encode())
    staging.write(folder / WORKER, worker)
    staging.write(folder / ICON, code.ICON.read_bytes())
    return translate_sentence(
        "{file} lists the pages; put the folder on a web host, and phones can install them",
        catalogue,
        file=str(index),
    )


def _game(file: BuiltFile, catalogue: Catalogue) -> str:
    from printkit.games import find

    games = (find(sheet.id.partition("/")[0]) for sheet in file.sheets)
    found = dict.fromkeys(catalogue.translate(game.title) for game in games if game)
    return ", ".join(found) or file.path.stem
