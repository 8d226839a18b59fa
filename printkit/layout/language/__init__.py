"""The layout language: its schema, reader and expressions."""
