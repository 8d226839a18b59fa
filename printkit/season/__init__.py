"""Seasons: what all games in a folder add up to.

`gamefiles` finds the games in records and tables of results, `scoresheets` those on score sheets,
and `state` keeps what they found (`filecontent`). `settings` reads `season.yaml`, `gathering`
decides which games count, `standings` ranks the players, `ratings` rates them, `pairing` makes the
tables of the next evening, and `sheets` prints.
"""
