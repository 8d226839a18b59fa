"""Layout: from a layout definition and facts to pages of fragments."""
