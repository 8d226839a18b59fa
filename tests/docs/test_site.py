"""The documentation site builds without a warning, and links of the other pages lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.project.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(folder)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    ended = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return folder


def test_every_page_of_the_docs_is_on_the_site(site: Path) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        if "examples" not in page.parts:
            assert (site / page.relative_to(ROOT / "docs").with_suffix(".html")).exists()


def test_the_site_loads_nothing_from_other_hosts(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = re.findall(
            r'<(?:script|img|iframe)[^>]* src="(https?:[^"]+)|<link[^>]* href="(https?:[^"]+)',
            page.read_text(encoding="utf-8"),
        )
        assert loaded == [], page.name


def test_an_example_file_is_headed_by_its_name(site: Path) -> None:
    text = (site / "write-a-layout.html").read_text(encoding="utf-8")
    assert '<span class="filename">dice-night.yaml</span>' in text


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])
def test_links_lead_to_files(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    links = re.findall(r'\]\(([^)#]+)[^)]*\)|src="([^"]+)"', text)
    missing = [
        link
        for pair in links
        for link in pair
        if link and not link.startswith(("https://", "../../releases/"))
        if not (ROOT / link).exists()
    ]
    assert missing == []
