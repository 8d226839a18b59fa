"""From a definition and facts to a scene: expressions, measuring and arranging."""
