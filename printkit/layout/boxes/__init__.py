"""Layout boxes: the content of each kind of node, which is measured and laid out."""
