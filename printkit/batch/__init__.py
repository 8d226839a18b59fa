"""Batches: many builds from one manifest, in parallel, and only of what has changed.

`manifest` reads jobs. `plan` makes an order for every combination of their values, with a file name
(`names`), and compares each with the `state` of the output folder to see which have to be built.
`run` builds the plan in worker processes, and `merge` combines all files into one. `saving` writes
a request as a manifest.
"""

from typing import Final

TIME_LIMIT_S: Final = 60.0  # for each order, unless --limit says otherwise
