"""Regular expressions that are compiled when they are first used, which most are not in one run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    pattern = re.compile
else:

    class pattern:  # noqa: N801 - to whoever calls it, it is a function
        """What `re.compile` gives, but compiled when it is first used."""

        def __init__(self, text: str | bytes, flags: int = 0) -> None:
            self.pattern = text
            self._flags = flags

        def __getattr__(self, name: str) -> Any:
            """A method of the compiled expression; it is kept, so that it is asked for once."""
            method = getattr(re.compile(self.pattern, self._flags), name)
            setattr(self, name, method)
            return method
