"""The use case: from a request to finished files."""
