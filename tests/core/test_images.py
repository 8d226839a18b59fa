"""Pictures: what is slow to decode can be interrupted."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from printkit.core.errors import Where
from printkit.core.images import decode, load_picture

if TYPE_CHECKING:
    from pathlib import Path

SCANS = 100


@pytest.fixture
def picture_of_many_scans(tmp_path: Path) -> Path:
    """A file of a few kilobytes that is decoded a hundred times."""
    file = BytesIO()
    Image.effect_noise((300, 300), 50).save(file, "JPEG", progressive=True, quality=20)
    data, end = file.getvalue()[:-2], file.getvalue()[-2:]
    path = tmp_path / "slow.jpg"
    path.write_bytes(data + SCANS * data[data.rindex(b"\xff\xda") :] + end)
    return path


def test_a_picture_is_decoded_in_small_steps(picture_of_many_scans: Path) -> None:
    steps = 0

    def count(_frame: object, event: str, called: Any) -> None:
        nonlocal steps
        steps += event == "c_call" and called.__name__ == "decode"

    sys.setprofile(count)
    try:
        picture = load_picture(picture_of_many_scans.name, picture_of_many_scans.parent, Where("x"))
        loading = steps
        decode(picture)
    finally:
        sys.setprofile(None)

    assert loading > SCANS / 4
    assert steps - loading > SCANS / 4
