"""printkit whose files can be read aloud or not: `python -m bench.tagging untagged build …`.

Both ways begin alike, so that nothing but the tags makes a difference.
"""

from __future__ import annotations

import sys

from printkit.__main__ import main
from printkit.build import assembly

if __name__ == "__main__":
    assembly.TAGGED = sys.argv.pop(1) == "tagged"
    main()
