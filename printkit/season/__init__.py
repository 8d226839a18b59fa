"""Seasons: what all games in a folder add up to.

`reading` finds the games in records, score sheets and tables of results, `state` keeps what it
found, `settings` reads `season.yaml`, `gathering` decides which games count, `standings` ranks the
players, `ratings` rates them, `pairing` makes the tables of the next evening, and `report` prints.
"""
