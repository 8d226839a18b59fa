"""The rules engine: recorded games are folded through the same verbs, whatever the game.

`catalogue` holds rules and rulings as data, `game` says what every game offers, `judge` tests and
applies one event, `lines` and `header` read a record, `replay` folds it into a `report`, and
`simulate` plays random legal games. Nothing here opens a file, draws a random number or asks the
time: lines, chance and seeds come in from outside.
"""
