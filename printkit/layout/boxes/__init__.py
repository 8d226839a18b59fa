"""Layout boxes: what each kind of node becomes when it is measured and placed."""
