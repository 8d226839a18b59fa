"""Wolle, for 2 to 6 players: its rooms.

`tables` has the numbers and rules, `board` and `boards` the carpets, `routes` the ways over them,
`state` the position, `moves` and `paths` the events, `sheets`, `cups` and `codes` what is printed
on whose sheet, `facts` what sheets print. `bots` play, for `dealer` with records and for `trials`
without, from which `costs` come.
"""
