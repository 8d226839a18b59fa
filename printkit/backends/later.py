"""Modules that libraries import and we do not need: they are loaded later, or not at all."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import LazyLoader, find_spec, module_from_spec
from types import ModuleType


def load_later(package: str, name: str) -> None:
    """Has a module of a package loaded when something of it is first used."""
    full = f"{package}.{name}"
    spec = find_spec(full) if full not in sys.modules else None
    if spec is not None and spec.loader is not None:
        spec.loader = LazyLoader(spec.loader)
        module = sys.modules[full] = module_from_spec(spec)
        setattr(sys.modules[package], name, module)
        spec.loader.exec_module(module)


@contextmanager
def hidden(modules: dict[str, dict[str, object]]) -> Iterator[None]:
    """While something is imported, it finds modules with this content in place of these."""
    stubs = {name: ModuleType(name) for name in modules.keys() - sys.modules.keys()}
    for name, stub in stubs.items():
        vars(stub).update(modules[name])
    sys.modules.update(stubs)
    try:
        yield
    finally:
        for name in stubs:
            del sys.modules[name]
