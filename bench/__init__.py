"""The bench: printkit beside other ways to the same result, in one run on one machine.

Every figure is of whole processes, the median of alternating runs. One module a family of rows;
scripts called `floor_*` are the comparisons, written as one would write them by hand.
"""
