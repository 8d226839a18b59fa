"""Pictures that are too large, damaged, or outside the folder."""

from __future__ import annotations

import struct
from io import BytesIO

from PIL import Image

from tests.trust.kinds import IMAGE_LAYOUT
from tests.trust.mutating import PNG_MARK, chunk, packed_zeros
from tests.trust.nasty import FOLDER, PIPE, Case, Content, Link

BUILD = ("build", "sheet.yaml", "--out", "out/")


def _named(name: str, file: str, says: str, **files: Content) -> Case:
    around = {key.replace("_dot_", "."): content for key, content in files.items()}
    layout = IMAGE_LAYOUT.format(name=f"'{file}'")
    return Case(name, BUILD, {"sheet.yaml": layout, **around}, says, 1 if says else 0)


def _picture(name: str, content: Content, says: str = "", format_: str = "pdf") -> Case:
    files: dict[str, Content] = {
        "sheet.yaml": IMAGE_LAYOUT.format(name="picture.png"), "picture.png": content
    }  # fmt: skip
    argv = (*BUILD, "--format", format_, "--dpi", "30")
    return Case(name, argv, files, says, 1 if says else 0)


def _png(
    width: int, height: int, *more: tuple[bytes, bytes], colour: int = 0, pixels: int = 1
) -> bytes:
    """A PNG that claims a size, and how many bytes there are for its pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    chunks = ((b"IHDR", head), *more, (b"IDAT", packed_zeros(pixels)), (b"IEND", b""))
    return PNG_MARK + b"".join(chunk(*one) for one in chunks)


def _saved(mode: str, size: tuple[int, int], format_: str = "PNG") -> bytes:
    file = BytesIO()
    Image.new(mode, size).save(file, format_)
    return file.getvalue()


def _many_scans() -> bytes:
    """A small file that takes a minute to decode: its last scan comes 800 times."""
    file = BytesIO()
    Image.new("RGB", (3000, 3000)).save(file, "JPEG", progressive=True)
    data, end = file.getvalue()[:-2], file.getvalue()[-2:]
    return data + 800 * data[data.rindex(b"\xff\xda") :] + end


SMALL = _saved("RGB", (4, 4))
HUGE = "more than"
BROKEN = "it's damaged, or not a PNG or JPEG file"

CASES = (
    _picture("one pixel", _saved("1", (1, 1))),
    _picture("a JPEG called PNG", _saved("RGB", (4, 4), "JPEG")),
    _picture("a thousand to one", _saved("L", (4000, 4))),
    _picture("2 billion by 2 billion pixels", _png(2**31 - 1, 2**31 - 1), HUGE),
    _picture("50,000 by 50,000 pixels", _png(50_000, 50_000), HUGE),
    _picture("100 million pixels", lambda: _png(10_000, 10_000, pixels=100_010_000),
             HUGE),
    _picture("a JPEG of 810 scans", _many_scans, "its 810 scans take too long"),
    _picture("no pixels", _png(0, 0), BROKEN),
    _picture("fewer pixels than claimed", _png(3000, 3000), BROKEN),
    _picture("more than 20 MB", lambda: SMALL + bytes(20_000_000), "larger than 20 MB"),
    _picture("a text that unfolds to 100 MB",
             lambda: _png(1, 1, (b"zTXt", b"a\x00\x00" + packed_zeros(100_000_000))),
             BROKEN),
    _picture("a profile that unfolds to 100 MB",
             lambda: _png(1, 1, (b"iCCP", b"a\x00\x00" + packed_zeros(100_000_000))),
             BROKEN),
    _picture("10,000 texts", _png(1, 1, *[(b"tEXt", b"a\x00b")] * 10_000), BROKEN),
    _picture("no palette", _png(1, 1, colour=3), BROKEN),
    _picture("cut short", SMALL[:40], BROKEN),
    _picture("its first bytes only", PNG_MARK, BROKEN),
    _picture("empty", b"", BROKEN),
    _picture("a text", "no picture", BROKEN),
    _picture("HTML", "<html><script>alert(1)</script></html>", BROKEN),
    _picture("SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', BROKEN),
    _picture("PDF", b"%PDF-1.7\n", BROKEN),
    _picture("PostScript", b"%!PS-Adobe-3.0 EPSF-3.0\n(a) run\n", BROKEN),
    _picture("GIF", _saved("P", (4, 4), "GIF"), BROKEN),
    _picture("TIFF", _saved("RGB", (4, 4), "TIFF"), BROKEN),
    _picture("zeros", bytes(5000), BROKEN),
    _picture("JPEG of zeros", b"\xff\xd8\xff\xe0" + bytes(5000), BROKEN),
    _picture("a pipe", PIPE, "no such picture"),
    _picture("a folder", FOLDER, "no such picture"),
    _picture("a device", Link("/dev/zero"), "is outside"),
    _picture("a link out", Link("../outside/stolen.png"), "is outside"),
    _picture("a link in a circle", Link("picture.png"), "picture.png"),
    _picture("damaged, as SVG", SMALL[:40], BROKEN, "svg"),
    _picture("damaged, as PNG", SMALL[:40], BROKEN, "png"),
    _named("outside", "../outside/stolen.png", "is outside"),
    _named("by absolute path", "/etc/picture.png", "is outside"),
    _named("by URL", "http://localhost/picture.png", "no such picture"),
    _named("by file URL", "file:///etc/picture.png", "no such picture"),
    _named("as data", "data:image/png;base64,AAAA.png", "no such picture"),
    _named("not there", "gone.png", "no such picture: 'gone.png'"),
    _named("another kind", "sheet.yaml", "isn't a picture"),
    _named("another ending", "x.svg", "isn't a picture", x_dot_svg="<svg/>"),
    _named("a name of 10,000 characters", "p" * 10_000 + ".png", "expected the name of a file"),
    _named("a name with braces", "{9**9}.png", "can't be used here"),
    _named("a name of dots", "....png", "no such picture"),
)  # fmt: skip
