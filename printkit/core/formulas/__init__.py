"""Formulas: the value of a field computed from others, as in `max(0, total.R-1.P + change.R.P)`.

terms       the tree that a formula is, and its value
parser      from text to terms
javascript  from terms to the scripts of a fillable PDF
"""
