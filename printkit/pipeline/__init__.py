"""The steps of a build, from a request to finished files."""
