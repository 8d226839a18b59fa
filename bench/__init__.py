"""The benchmark: printkit beside other ways to the same result, in one run on one machine.

`rows` says what is measured and which ratios must hold, `process` runs whole processes and measures
them, and `comparisons/` has the scripts that printkit is compared with.
"""
