"""Families, weights and the faces that they name."""

from __future__ import annotations

import pytest

from printkit.core.errors import LayoutError
from printkit.text import faces
from printkit.text.faces import FACES, FAMILIES
from printkit.text.glyphs import metrics

every_face = pytest.mark.parametrize("face_id", FACES)


class TestFaces:
    @every_face
    def test_every_face_has_its_file(self, face_id: str) -> None:
        assert FACES[face_id].path.is_file()

    def test_every_weight_of_every_family_is_a_face(self) -> None:
        named = {face_id for weights in FAMILIES.values() for face_id in weights.values()}

        assert named == set(FACES)

    def test_a_family_and_a_weight_name_a_face(self) -> None:
        assert faces.resolve("title", "black") == "Nunito-Black"
        assert faces.resolve("text") == "Roboto"

    def test_an_unknown_family_is_refused_with_the_nearest(self) -> None:
        with pytest.raises(LayoutError) as caught:
            faces.resolve("titel", "bold")

        assert str(caught.value) == "unknown font 'titel'\nhint: did you mean 'title'?"

    def test_an_unknown_weight_is_refused_with_the_available_ones(self) -> None:
        with pytest.raises(LayoutError) as caught:
            faces.resolve("title", "regular")

        expected = "font 'title' has no weight 'regular'\nhint: choose from black, bold"
        assert str(caught.value) == expected

    @every_face
    def test_font_metrics_match_the_letters(self, face_id: str) -> None:
        found = metrics(face_id)

        assert 0.4 < found.cap_height < found.ascent < 1.2
        assert 0.1 < found.descent < 0.5
