"""What a user asks for: every option of a build, its value from any source, and its default."""
