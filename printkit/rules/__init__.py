"""The rules engine: what every game has in common.

`game` says what a game is, `record` and `reading` read lines and their values, `judge` tests and
applies one event, `replay` goes through a record and returns a `report`, and `simulate` plays
random legal games. Nothing here opens a file, draws a random number or asks for the time: lines,
chance and seeds come in from outside.
"""
