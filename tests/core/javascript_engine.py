"""A JavaScript engine for the tests: the scripts of fillable sheets, run for real."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from printkit.backends.html import page
from printkit.core.formulas.javascript import as_data
from printkit.core.formulas.terms import calculation_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from printkit.core.formulas.terms import Term

_HARNESS = """
var values = {}, order = [], told = [], event = {};
var app = {alert: function (words) { told.push(words); }};
function getField(name) {
  if (!(name in values)) return null;
  var value = values[name];
  if (value === true || value === false) return {type: "checkbox", value: value ? "Yes" : "Off"};
  return {type: "text", value: value === null ? "" : value};
}
this.getField = getField;
"""


def run_script(script: str) -> Any:
    """Run a program, and return its JSON output; skip the test if there is no engine."""
    engine = shutil.which("node")
    if engine is None:
        pytest.skip("there is no JavaScript engine here: install node to compare scripts")
    # Plain scripts see the document as `this`; a module of node would not.
    wrapped = f"(new Function({json.dumps(script)})).call(globalThis)"
    result = subprocess.run(
        [engine, "-"], input=wrapped, capture_output=True, text=True, check=True, timeout=120
    )
    return json.loads(result.stdout)


def fill_in_script(
    script: str, order: Sequence[str], fillings: Sequence[Mapping[str, float | bool | None]]
) -> list[dict[str, str]]:
    """For each filling what the document's script writes into the fields in `order`."""
    return run_script(  # type: ignore[no-any-return]
        f"{_HARNESS}{script}\nvar fillings = {json.dumps(list(fillings))};"
        f"var order = {json.dumps(list(order))};"
        """
        console.log(JSON.stringify(fillings.map(function (filling) {
          for (var name in filling) values[name] = filling[name];
          order.forEach(function (name) { values[name] = null; });
          var found = {};
          order.forEach(function (name) {
            event = {target: {name: name}};
            printkit.calculate();
            found[name] = values[name] = event.value;
          });
          return found;
        })));"""
    )


def refuse_in_script(script: str, action: str, value: str) -> tuple[bool, list[str]]:
    """Whether an action of a document refuses a value, and what it says."""
    target = "{name: 'x', userName: 'Ann, round 1'}"
    refused, told = run_script(
        f"{_HARNESS}{script}\nevent = {{value: {json.dumps(value)}, rc: true, target: {target}}};"
        f"{action};console.log(JSON.stringify([!event.rc, told]));"
    )
    return refused, told


def compute_on_page(
    formulas: Mapping[str, Term], fillings: Sequence[Mapping[str, float | bool | None]]
) -> list[dict[str, str]]:
    """For each filling what the code of an HTML page shows in all fields with formulas."""
    names = list(dict.fromkeys([*fillings[0], *formulas]))
    numbers = {name: number for number, name in enumerate(names)}
    order = calculation_order(formulas)
    terms = [[numbers[name], as_data(formulas[name], numbers)] for name in order]
    given = [{k: v for k, v in filling.items() if v is not None} for filling in fillings]
    return run_script(  # type: ignore[no-any-return]
        f"{page.module('operations.js')}{page.module('formulas.js')}"
        f"const terms = {json.dumps(terms)}, names = {json.dumps(names)};"
        f"const order = {json.dumps(order)};"
        f"console.log(JSON.stringify({json.dumps(given)}.map((filling) => {{"
        "const all = computeAll(terms, names, filling);"
        'return Object.fromEntries(order.map((name) => [name, String(all[name] ?? "")]));'
        "})));"
    )
