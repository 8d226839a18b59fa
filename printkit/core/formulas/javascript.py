"""Formulas as JavaScript, for fillable PDFs.

The script of a document is a small library, the messages for values out of range, and a function
for each field with a formula. `is_document_script` and `is_field_script` accept exactly what this
module writes. The library computes exactly what `terms.OPERATIONS` computes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from printkit.core.formulas.terms import OPERATIONS, Constant, FieldName, Operation, Term

OPERATIONS_FILE: Final = Path(__file__).with_name("operations.js")
"""The operations as a module for the browser; `terms.OPERATIONS` has the same ones."""
_about, _number, *_lines, _export = OPERATIONS_FILE.read_text("ascii").splitlines()
LIBRARY: Final = """\
var printkit=(function(doc){
var written=0;
@number@
function plain(x){return String(x).replace(/\\s/g,"").replace(/\\u2212/g,"-").replace(",",".")}
function read(name){
 var field=doc.getField(name);if(!field)return null;
 var text=plain(field.value);if(field.type=="checkbox")text=text=="Off"?"":text===""?"":"1";
 if(text===""||isNaN(text))return null;
 written++;return number(Number(text))}
@operations@
function show(x){return x===null?"":String(Math.floor(x*100+0.5)/100+0)}
return{words:[],fields:{},
compute:function(name){
 written=0;var x=this.fields[name](p,read);return show(written?x:null)},
calculate:function(){event.value=this.compute(event.target.name)},
check:function(least,most){
 var text=plain(event.value);if(text==="")return;
 var x=Number(text);
 if(!isNaN(x)&&x==Math.floor(x)&&(least===null||x>=least)&&(most===null||x<=most))return;
 event.rc=false;
 var which=least===null&&most===null?0:most===null?1:least===null?2:3;
 var name=event.target.userName,say=this.words[which].replace("{least}",least);
 app.alert((name?name+": ":"")+say.replace("{most}",most))}}
})(this);
""".replace("@number@", _number).replace("@operations@", "\n".join(_lines))
"""The beginning of every script."""

WORDS: Final = (
    "please enter a whole number.",
    "please enter a whole number of at least {least}.",
    "please enter a whole number of at most {most}.",
    "please enter a whole number from {least} to {most}.",
)
"""Messages for a value that isn't allowed; they follow the name of the field."""

CALCULATE: Final = "printkit.calculate()"

_TOKEN = re.compile(
    rf"(?P<call>p\.(?:{'|'.join(OPERATIONS)})\()"
    r'|(?P<value>v\("[a-z0-9.-]+"\)|-?\d+(?:\.\d+)?(?:e-?\d+)?)|(?P<comma>,)|(?P<end>\))'
)
_FUNCTION = re.compile(r'"[a-z0-9.-]+":function\(p,v\)\{return (.+)\}')
_CHECK = re.compile(r"printkit\.check\((?:-?\d+|null),(?:-?\d+|null)\)")


def script(formulas: Mapping[str, Term], words: Iterable[str] = WORDS) -> str:
    """Write the script of a document: the library, and a function for each of these fields."""
    start, end = script_frame(words)
    return start + ",\n".join(field_functions(formulas)) + end


def field_functions(formulas: Mapping[str, Term]) -> list[str]:
    """Write a function for each of these fields, as an entry of the script's table."""
    return [
        f"{json.dumps(name)}:function(p,v){{return {to_javascript(term)}}}"
        for name, term in formulas.items()
    ]


def script_frame(words: Iterable[str]) -> tuple[str, str]:
    """Return what a script has before and after its table of functions."""
    return f"{LIBRARY}printkit.words={json.dumps(list(words))};\nprintkit.fields={{", "};"


def check_action(least: int | None, most: int | None) -> str:
    """Return the action that refuses anything but a number in this range."""
    bounds = ("null" if bound is None else str(bound) for bound in (least, most))
    return f"printkit.check({','.join(bounds)})"


def to_javascript(term: Term) -> str:
    """Write a formula as a JavaScript expression over `p` (the library) and `v` (reads a field)."""
    match term:
        case Constant(value):
            return str(int(value)) if value == int(value) else repr(value)
        case FieldName(name):
            return f'v("{name}")'
        case Operation(do, terms):
            return f"p.{do}({','.join(map(to_javascript, terms))})"


Data: TypeAlias = "int | list[int | float | str | Data]"


def as_data(term: Term, numbers: Mapping[str, int]) -> Data:
    """Return a formula as JSON: the number of a field, or a list: [constant] or [do, *terms]."""
    match term:
        case Constant(value):
            return [int(value) if value == int(value) else value]
        case FieldName(name):
            return numbers[name]
        case Operation(do, terms):
            return [do, *(as_data(each, numbers) for each in terms)]


def is_document_script(text: str) -> bool:
    """Return whether `script` could have written this text, for some formulas and words."""
    start, end = f"{LIBRARY}printkit.words=", "};"
    text = text.replace("\r\n", "\n")
    if not text.startswith(start) or not text.endswith(end):
        return False
    words, found, functions = text[len(start) : -len(end)].partition(";\nprintkit.fields={")
    if not found or not _is_list_of_words(words):
        return False
    lines = functions.split(",\n") if functions else []
    formulas = [_FUNCTION.fullmatch(line) for line in lines]
    return all(formula is not None and _is_formula(formula[1]) for formula in formulas)


def is_field_script(event: str, text: str) -> bool:
    """Return whether our fields run this script when they are calculated (C) or checked (V)."""
    if event == "C":
        return text == CALCULATE
    return event == "V" and _CHECK.fullmatch(text) is not None


def _is_list_of_words(text: str) -> bool:
    try:
        words = json.loads(text)
    except (ValueError, RecursionError):
        return False
    is_list = isinstance(words, list) and all(isinstance(word, str) for word in words)
    return is_list and len(words) in (0, len(WORDS)) and json.dumps(words) == text


def _is_formula(text: str) -> bool:
    """Return whether `to_javascript` could have written this expression."""
    position, depth, is_complete = 0, 0, False
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None or (token.lastgroup in ("call", "value")) == is_complete:
            return False
        match token.lastgroup:
            case "call":
                depth += 1
            case "value":
                is_complete = True
            case "comma" if depth:
                is_complete = False
            case "end" if depth:
                depth -= 1
            case _:
                return False
        position = token.end()
    return is_complete and not depth
