"""Batches: many builds from one manifest, side by side, and only what has changed.

`manifest` reads jobs. `plan` makes an order of every combination of their values, with a file name
(`names`), and says which have to be built: it compares each with the `state` of the output folder.
`run` has the plan built in worker processes, and `merge` makes one file of all. `saving` writes a
request as a manifest.
"""

from typing import Final

TIME_LIMIT_S: Final = 60.0  # for each order, unless --limit says otherwise
