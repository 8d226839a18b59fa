"""`python -m tests.fuzz.run TARGET [libFuzzer's options]`: one target under atheris."""

from __future__ import annotations

import logging
import sys
from random import Random

import atheris

with atheris.instrument_imports(include=["printkit"]):
    from tests.fuzz.targets import TARGETS

    name = sys.argv.pop(1)
    for data in TARGETS[name].seeds():  # also imports what is imported when it is needed
        TARGETS[name].run(data)


def mutate(data: bytes, longest: int, seed: int) -> bytes:
    """Another input: half of them are damaged as libFuzzer does it, which knows no grammar."""
    if seed % 2:
        try:
            return TARGETS[name].mutate(data.decode(), Random(seed))[:longest]
        except Exception:  # it has no such grammar any more
            pass
    return bytes(atheris.Mutate(data, longest))


def main() -> None:
    """Feed the target until the time is over, or something is raised."""
    logging.disable()
    atheris.Setup(sys.argv, TARGETS[name].run, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
