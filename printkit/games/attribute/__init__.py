"""Attribute, for 3 to 8 players: its rooms.

`tables` has the numbers and rules, `state` the position, `moves` the events, `facts` what sheets
print, `dealer` plays at random.
"""
