"""Pictures: PNG and JPEG files beside a layout, checked before anything looks at their pixels."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.budget import cpu_limit
from printkit.core.errors import LayoutError, Where
from printkit.core.filecache import cached
from printkit.core.plugins import pack_of
from printkit.core.scene import Picture
from printkit.core.source import beside, load_bytes
from printkit.core.warningfilter import filter_warnings

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFile import ImageFile


MAX_BYTES = 20_000_000
MAX_PIXELS = 40_000_000
MAX_ALL_BYTES = 40_000_000
MAX_ALL_PIXELS = 200_000_000
PIXELS_A_SECOND = 2_000_000
"""The speed at which a slow machine reads and writes pictures; they get time accordingly."""
MAX_SCANNED_PIXELS = 400_000_000
"""A progressive JPEG is decoded once per scan: a small file may have hundreds of large ones."""
START_OF_SCAN = b"\xff\xda"
BLOCK_BYTES = 1024
"""How much of a picture is decoded at once: between two blocks, Ctrl-C and time limits work."""
STRIP_PIXELS = 1_000_000
FORMATS = ("PNG", "JPEG")
PLAIN_MODES = ("1", "L", "LA", "P", "RGB", "RGBA")
ORIENTATION = 0x0112
"""The EXIF tag that says how the picture has to be rotated."""
ENDINGS = (".png", ".jpg", ".jpeg")


def load_picture(name: str, folder: Path, where: Where) -> Picture:
    """Load the picture `name` from the layout's folder; raise LayoutError if it can't be used."""
    if not name.lower().endswith(ENDINGS):
        raise LayoutError(f"'{name}' isn't a picture", where, "use a .png or .jpg file")
    path = beside(folder, name, "picture", where, pack_of(folder))
    try:
        return _load(path, path.stat().st_mtime_ns)
    except (OSError, ValueError) as error:
        raise LayoutError(f"can't read the picture '{name}': {error}", where) from None


class PictureLoader:
    """The pictures of one file, with a limit on their total size."""

    def __init__(self) -> None:
        self._pictures: dict[Path, Picture] = {}
        self._refusal = ""

    def __len__(self) -> int:
        return len(self._pictures)

    def load(self, name: str, folder: Path, where: Where) -> Picture:
        """Load the picture `name` from the layout's folder, and count it."""
        path = folder / name
        if path not in self._pictures and not self._refusal:
            picture = load_picture(name, folder, where)
            cpu_limit.extend(picture.width_px * picture.height_px / PIXELS_A_SECOND)
            self._refusal = _excess([*self._pictures.values(), picture])
            if not self._refusal:
                self._pictures[path] = picture
        if path not in self._pictures:
            hint = "save them smaller, or as .jpg"
            raise LayoutError(f"all pictures together {self._refusal}", where, hint)
        return self._pictures[path]


def _excess(pictures: list[Picture]) -> str:
    if sum(len(picture.data) for picture in pictures) > MAX_ALL_BYTES:
        return f"are larger than {MAX_ALL_BYTES // 1_000_000} MB"
    if sum(picture.width_px * picture.height_px for picture in pictures) > MAX_ALL_PIXELS:
        return f"have more than {MAX_ALL_PIXELS // 1_000_000} million pixels"
    return ""


@cached(maxsize=4)
def _load(path: Path, changed_ns: int) -> Picture:  # noqa: ARG001 - a changed file is read again
    data = load_bytes(path, MAX_BYTES)
    with filter_warnings("ignore"):
        return _parse_picture(data)


def _parse_picture(data: bytes) -> Picture:
    """Load and check a picture; turn anything that Pillow raises for it into ValueError."""
    from PIL import Image

    pixels = f"it has more than {MAX_PIXELS // 1_000_000} million pixels"
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            width, height = image.size
            scans = data.count(START_OF_SCAN) if image.format == "JPEG" else 1
            if width * height <= MAX_PIXELS and width * height * scans <= MAX_SCANNED_PIXELS:
                return _upright(image, data)
            refusal = f"its {scans} scans take too long; save it as an ordinary JPEG"
            if width * height > MAX_PIXELS:
                refusal = pixels
    except Image.DecompressionBombError:
        refusal = pixels
    except MemoryError:
        raise
    except Exception:
        refusal = "it's damaged, or not a PNG or JPEG file"
    raise ValueError(refusal)


def _upright(image: ImageFile, data: bytes) -> Picture:
    """Return the file as it is if all backends show it alike, or a rotated or converted copy."""
    from PIL import ImageOps

    turned = image.getexif().get(ORIENTATION, 1) != 1
    image.decodermaxblock = BLOCK_BYTES
    if image.mode in PLAIN_MODES and not turned:
        image.load()
        _try_colours(image)
        return Picture(data, *image.size)
    ImageOps.exif_transpose(image, in_place=True)
    pixels = image if image.mode in PLAIN_MODES else image.convert("RGB")
    file = BytesIO()
    pixels.save(file, "PNG")
    return Picture(file.getvalue(), *pixels.size)


def _try_colours(image: ImageFile) -> None:
    """Decode one pixel to check the colours: a palette may be missing or too short."""
    if image.mode == "P" and image.palette is None:
        raise ValueError("the palette is missing")
    if image.has_transparency_data:
        image.crop((0, 0, 1, 1)).convert("RGBA")
    image.crop((0, 0, 1, 1)).convert("RGB")


class Pixels(NamedTuple):
    """A decoded picture: grey or RGB bytes, and its alpha channel if it has one."""

    width: int
    height: int
    grey: bool  # one byte per pixel instead of three
    data: bytes  # the pixels, row by row
    alpha: bytes | None  # None if all pixels are opaque


def is_plain_jpeg(picture: Picture) -> bool:
    """Return whether every viewer can show the bytes of the file unchanged."""
    from PIL import Image

    with Image.open(BytesIO(picture.data), formats=FORMATS) as image:
        return image.format == "JPEG" and image.mode in ("L", "RGB")


def decode(picture: Picture) -> Pixels:
    """Decode a picture into pixels."""
    from PIL.Image import open as open_image

    with open_image(BytesIO(picture.data), formats=FORMATS) as image:
        image.decodermaxblock = BLOCK_BYTES
        image.load()
        grey = image.mode in ("1", "L", "LA")
        data = _bytes(image, "L" if grey else "RGB")
        alpha = _bytes(image, "RGBA", "A") if image.has_transparency_data else None
        return Pixels(image.width, image.height, grey, data, alpha)


def _bytes(image: Image, mode: str, channel: str = "") -> bytes:
    """Convert the pixels to a mode, or one channel of it, in strips to save memory."""
    rows = max(1, STRIP_PIXELS // image.width)
    file = BytesIO()
    for top in range(0, image.height, rows):
        strip = image.crop((0, top, image.width, min(top + rows, image.height))).convert(mode)
        file.write((strip.getchannel(channel) if channel else strip).tobytes())
    return file.getvalue()
