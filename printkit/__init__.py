"""Print what a game night needs: score pads, trackers, setup cards and game sheets.

    import printkit

    printkit.build("wolle", names=["Ann", "Ben"], out="prints/")

The names in `__all__` are public and follow semantic versioning; everything else may change at any
time. Modules are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from printkit._version import __version__

if TYPE_CHECKING:
    from printkit.api import (
        build,
        check,
        list_games,
        list_plugins,
        load_game,
        load_season,
        render,
        simulate,
        validate,
    )
    from printkit.batch.api import build_batch
    from printkit.batch.plan import OrderResult
    from printkit.batch.run import Summary
    from printkit.core.errors import (
        FitError,
        InternalError,
        LayoutError,
        ManifestError,
        MissingGlyphError,
        OutputError,
        PluginError,
        PrintkitError,
        Problem,
        Problems,
        UsageError,
    )
    from printkit.listing import GameSummary, PlayerRange, PluginSummary, SheetSummary
    from printkit.pipeline.main import BuildResult
    from printkit.pipeline.notebook import Rendering
    from printkit.pipeline.output import BuiltFile
    from printkit.pipeline.sheetoptions import SheetOption
    from printkit.rules.game import Rule, Ruling
    from printkit.rules.report import Report, Violation
    from printkit.rules.simulate import SimulatedScore, Spread
    from printkit.season.filecontent import NotCounted
    from printkit.season.gathering import Season
    from printkit.season.ratings import Rating
    from printkit.season.standings import GameScores, HeadToHead, PlayerResult, SeasonGame, Standing
    from printkit.simulation.run import SeatResult, Simulation

__all__ = [
    "BuildResult",
    "BuiltFile",
    "FitError",
    "GameScores",
    "GameSummary",
    "HeadToHead",
    "InternalError",
    "LayoutError",
    "ManifestError",
    "MissingGlyphError",
    "NotCounted",
    "OrderResult",
    "OutputError",
    "PlayerRange",
    "PlayerResult",
    "PluginError",
    "PluginSummary",
    "PrintkitError",
    "Problem",
    "Problems",
    "Rating",
    "Rendering",
    "Report",
    "Rule",
    "Ruling",
    "Season",
    "SeasonGame",
    "SeatResult",
    "SheetOption",
    "SheetSummary",
    "SimulatedScore",
    "Simulation",
    "Spread",
    "Standing",
    "Summary",
    "UsageError",
    "Violation",
    "__version__",
    "build",
    "build_batch",
    "check",
    "list_games",
    "list_plugins",
    "load_game",
    "load_season",
    "render",
    "simulate",
    "validate",
]

_HOMES = {
    "api": (
        *("build", "check", "list_games", "list_plugins", "load_game", "load_season"),
        *("render", "simulate", "validate"),
    ),
    "batch.api": ("build_batch",),
    "batch.plan": ("OrderResult",),
    "batch.run": ("Summary",),
    "core.errors": (
        *("FitError", "LayoutError", "ManifestError", "MissingGlyphError", "InternalError"),
        *("OutputError", "PluginError", "PrintkitError", "Problem", "Problems", "UsageError"),
    ),
    "listing": ("GameSummary", "PlayerRange", "PluginSummary", "SheetSummary"),
    "pipeline.main": ("BuildResult",),
    "pipeline.notebook": ("Rendering",),
    "pipeline.sheetoptions": ("SheetOption",),
    "pipeline.output": ("BuiltFile",),
    "simulation.run": ("SeatResult", "Simulation"),
    "rules.game": ("Rule", "Ruling"),
    "rules.report": ("Report", "Violation"),
    "rules.simulate": ("SimulatedScore", "Spread"),
    "season.filecontent": ("NotCounted",),
    "season.gathering": ("Season",),
    "season.ratings": ("Rating",),
    "season.standings": ("GameScores", "HeadToHead", "PlayerResult", "SeasonGame", "Standing"),
}
"""The modules in which the public names are defined."""


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
