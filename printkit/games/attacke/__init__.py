"""Attacke, for 3 to 5 players: its rooms.

`tables` has the cards and rules, `state` the position, `reading` and `moves` the events, `offers`
what may be played, `facts` what sheets print; `dealer` and `bots` play at random.
"""
