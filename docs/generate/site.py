"""A hook of MkDocs that adapts pages for the site; the files themselves read well without it."""

from __future__ import annotations

import re
from typing import Any

RELEASE = "../../../releases/latest/download/"
"""The files of the release, as seen from a page on GitHub."""


def on_page_markdown(markdown: str, config: Any, **_: Any) -> str:
    """Show the name of a file above its text, and read Markdown inside of <details>.

    Files of the release are linked if the address of the repository is known.
    """
    if config.repo_url:
        release = f"{config.repo_url.rstrip('/')}/releases/latest/download/"
        markdown = markdown.replace(f"]({RELEASE}", f"]({release}")
    else:
        markdown = re.sub(rf"\[([^\]]*)\]\({re.escape(RELEASE)}[^)]*\)", r"\1", markdown)
    markdown = re.sub(r"(?m)^```(\w+) (\S+\.\w+)$", r'```\1 title="\2"', markdown)
    markdown = re.sub(r"(?m)^```(\w+) [\w ]+$", r"```\1", markdown)
    return markdown.replace("<details>", '<details markdown="1">')
