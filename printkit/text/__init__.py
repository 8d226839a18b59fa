"""Fonts and text: faces, shaping, bidirectional order, fallback, subsetting, hyphenation."""
