"""printkit as it would be if files could not be read aloud: `python -m bench.untagged build …`."""

from __future__ import annotations

from printkit.build import assembly
from printkit.cli import main

if __name__ == "__main__":
    assembly.TAGGED = False
    main()
