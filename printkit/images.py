"""Pictures: PNG and JPEG files beside a layout, checked before anything looks at their pixels."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from printkit.errors import LayoutError
from printkit.scene import Picture
from printkit.source import inside

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.errors import Where

MAX_BYTES = 20_000_000
MAX_PIXELS = 40_000_000
ENDINGS = (".png", ".jpg", ".jpeg")


def load_picture(name: str, folder: Path, where: Where) -> Picture:
    """The picture `name` in the layout's folder; LayoutError at `where` when it cannot be used."""
    if not name.lower().endswith(ENDINGS):
        raise LayoutError(f"'{name}' is not a picture", where, "use a .png or .jpg file")
    path = inside(folder, name)
    if path is None:
        hint = "pictures lie in the layout's own folder"
        raise LayoutError(f"the picture '{name}' lies outside", where, hint)
    if not path.is_file():
        raise LayoutError(f"there is no picture '{name}'", where, f"looked in {folder}")
    try:
        return _load(path, path.stat().st_mtime_ns)
    except (OSError, ValueError, SyntaxError) as error:
        raise LayoutError(f"the picture '{name}' cannot be read: {error}", where) from None


@lru_cache(maxsize=64)
def _load(path: Path, changed_ns: int) -> Picture:  # noqa: ARG001 - a changed file is read again
    from PIL import Image

    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"it is larger than {MAX_BYTES // 1_000_000} MB")
    with Image.open(path, formats=("PNG", "JPEG")) as image:
        width, height = image.size
        if width * height > MAX_PIXELS:
            raise ValueError(f"it has more than {MAX_PIXELS // 1_000_000} million pixels")
        image.load()
    return Picture(path.read_bytes(), width, height)
