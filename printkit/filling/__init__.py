"""Values for the fields of sheets: from recorded games, from files, and from a screen."""
