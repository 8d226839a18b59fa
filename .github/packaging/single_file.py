"""The start of the single-file program, which PyInstaller makes of `printkit.spec`.

There is no Python that could run a worker process, so this program is also that.
"""

import sys

from printkit.__main__ import main
from printkit.core.sandbox import WORKER, serve

if __name__ == "__main__":
    if sys.argv[1:] == [WORKER]:
        serve()
    else:
        main()
