"""A hook of MkDocs that adapts pages for the site; the files themselves read well without it."""

from __future__ import annotations

import re
from typing import Any


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Show the name of a file above its text, and read Markdown inside of <details>."""
    markdown = re.sub(r"(?m)^```(\w+) (\S+\.\w+)$", r'```\1 title="\2"', markdown)
    markdown = re.sub(r"(?m)^```(\w+) [\w ]+$", r"```\1", markdown)
    return markdown.replace("<details>", '<details markdown="1">')
