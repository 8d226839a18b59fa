"""Batches: many builds from one manifest, side by side, and only what has changed.

Planning comes first. `manifest` reads jobs (`rows` those of a list), `orders` makes an order of
every combination of their values, with a file name (`names`) and without `mistakes`, and `plan`
says what is to be built: `inputs` compares each order with the `state` of the output folder.

Then `run` builds the plan: a `pool` of processes, in each of them a `worker`, which gets the orders
that suit it; `merging` makes one file of all. `saving` writes a request as a manifest.
"""
