"""The rules engine: the parts that all games share.

`game` defines games, `record` and `reading` parse lines and their values, `judge` checks and
applies one event, `replay` goes through a record and returns a `report`, and `simulate` plays
random legal games. Nothing here opens a file, reads the clock or creates random numbers: callers
pass in the lines and the `Random`.
"""
