"""Files outside the folder of a layout, which must not be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.text.fontparts import ROBOTO
from tests.trust.nasty.images import SMALL

if TYPE_CHECKING:
    from tests.trust.nasty import Content

OUTSIDE: Final[dict[str, Content]] = {
    "stolen.yaml": "part: stolen\nbody:\n  - text: stolen\n",
    "icons/stolen.yaml": 'icon: stolen\nlayers:\n  - line: "M1 1 L2 2"\n',
    "stolen.png": SMALL,
    "stolen.ttf": ROBOTO,
    "stolen.po": 'msgid "Hello"\nmsgstr "stolen"\n',
}
