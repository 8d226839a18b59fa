"""Examples that `--help` shows below each command."""

from __future__ import annotations

_EXAMPLES = {
    "list": ("printkit list", "printkit list wolle", "printkit list my-game.yaml"),
    "build": (
        'printkit build attribute --names "Ann,Ben,Cleo"',
        "printkit build cattitude/setup-card -p all --paper letter --theme ink-saver",
        "printkit build wolle/sheet --set sheets=12 --seed friday --lang de",
        "printkit build my-game.yaml -p 4 -f svg -f png --dpi 300 -o sheets/",
    ),
    "again": (
        "printkit again --theme mono",
        'printkit again output/wolle-4p.pdf --names "Ann,Ben,Cleo,Dan"',
    ),
    "batch": ("printkit batch night.yaml --out prints/", "printkit batch night.yaml --dry-run"),
    "check": ("printkit check my-game.yaml", "printkit check attribute/score-pad"),
    "new": ("printkit new dice-night",),
    "schema": ("printkit schema > printkit.schema.json",),
    "studio": ("printkit studio", "printkit studio my-game.yaml", "printkit studio --lan"),
    "record": (
        'printkit record attribute friday.jsonl --names "Ann,Ben,Cleo,Dan"',
        "printkit record swipsheep game.jsonl -p 3 < answers.txt",
    ),
    "validate": ("printkit validate friday.jsonl", "printkit validate records/ --json"),
    "simulate": (
        "printkit simulate attribute --players 4 --games 1000",
        "printkit simulate wolle -p 3 --games 5 --seed friday --save records/",
    ),
    "rules": ("printkit rules swipsheep", "printkit rules wolle --json"),
    "preflight": ("printkit preflight output/attribute-4p.pdf",),
}


def examples(command: str) -> str:
    """The examples of a command, a paragraph each."""
    return "\n\n".join(("Examples:", *_EXAMPLES[command]))
