"""Fake installed packages: folders on the path with the metadata that pip writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.running import ROOT, Printkit, Ran, finish

if TYPE_CHECKING:
    from collections.abc import Mapping


class Site(NamedTuple):
    """A folder of installed packages, and a folder to work in."""

    packages: Path
    folder: Path

    def install(
        self, name: str, files: Mapping[str, str | bytes], games: str = "", layouts: str = ""
    ) -> None:
        """Install a package with these files and entry points."""
        metadata = self.packages / f"{name.replace('-', '_')}-1.0.dist-info"
        points = f"[printkit.games]\n{games}\n[printkit.layouts]\n{layouts}\n"
        about = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        _write(metadata / "METADATA", about)
        _write(metadata / "entry_points.txt", points)
        for path, text in files.items():
            _write(self.packages / path, text)

    def run(self, *words: object, **variables: str) -> Ran:
        """Run printkit with the installed packages."""
        path = f"{ROOT}:{self.packages}"
        env = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **variables}
        return finish(Printkit().start(*words, cwd=self.folder, env=env))


def _write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
