"""Swip'Sheep, for 3 to 5 players: its rooms.

`tables` has the numbers and rules, `state` the position, `moves` the events, `offers` lists what
is legal, `facts` is what sheets print, `dealer` plays at random.
"""
