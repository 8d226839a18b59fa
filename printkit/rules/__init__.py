"""The rules engine: the parts that all games share.

`game` defines games, `record` and `reading` parse lines and their values, `judge` checks and
applies one event, `replay` goes through a record and returns a `report`, and `simulate` plays
random legal games. `sheets` and `results` are what a game gives to printed sheets, and `prompts`
what it asks while it is recorded. Nothing here opens a file, reads the clock or creates random
numbers: callers pass in the lines and the `Random`.
"""
