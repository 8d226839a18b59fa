"""Cattitude, for 2 to 5 players: its rooms.

`cards` and `tables` have the components and numbers, `rulebook` the rules, `state` the position,
`bidding`, `collecting` and `securing` the three phases, `facts` what sheets print, `dealer` plays
at random.
"""
