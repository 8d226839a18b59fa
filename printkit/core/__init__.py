"""Shared foundations: errors, files, YAML, translations, themes, units."""
