"""Formulas in JavaScript: the one translation, for fillable PDFs and for browsers.

Gives the script of a document: a small library of ours, the words of its refusals, and a function
for each field that follows from others. `is_ours` tells such scripts from anybody else's. The
library does to the letter what `formulas.OPERATIONS` does. Knows no PDF.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final

from printkit.formulas import OPERATIONS, Constant, FieldName, Operation, Term
from printkit.patterns import pattern

LIBRARY: Final = """\
var printkit=(function(doc){
var written=0;
function number(x){return x>=-1e15&&x<=1e15?x:null}
function plain(x){return String(x).replace(/\\s/g,"").replace(/\\u2212/g,"-").replace(",",".")}
function read(name){
 var field=doc.getField(name);if(!field)return null;
 var text=plain(field.value);if(field.type=="checkbox")text=text=="Off"?"":text===""?"":"1";
 if(text===""||isNaN(text))return null;
 written++;return number(Number(text))}
function strict(f){return function(){
 for(var i=0;i<arguments.length;i++)if(arguments[i]===null)return null;
 return number(Number(f.apply(null,arguments)))}}
function lenient(f){return function(){
 var all=[];for(var i=0;i<arguments.length;i++)if(arguments[i]!==null)all.push(arguments[i]);
 return f(all)}}
function best(all,better){
 var x=null;for(var i=0;i<all.length;i++)if(x===null||better(all[i],x))x=all[i];return x}
var p={
add:strict(function(a,b){return a+b}),
sub:strict(function(a,b){return a-b}),
mul:strict(function(a,b){return a*b}),
div:function(a,b){return a===null||!b?null:number(a/b)},
neg:strict(function(a){return -a}),
lt:strict(function(a,b){return a<b}),
le:strict(function(a,b){return a<=b}),
gt:strict(function(a,b){return a>b}),
ge:strict(function(a,b){return a>=b}),
eq:strict(function(a,b){return a==b}),
ne:strict(function(a,b){return a!=b}),
"and":function(a,b){return a?b:a},
"or":function(a,b){return a?a:b},
"not":function(a){return a?0:1},
"if":function(test,yes,no){return test?yes:no},
sum:lenient(function(all){var x=0;for(var i=0;i<all.length;i++)x+=all[i];return number(x)}),
count:lenient(function(all){return all.length}),
least:lenient(function(all){return best(all,function(a,b){return a<b})}),
most:lenient(function(all){return best(all,function(a,b){return a>b})}),
min:strict(Math.min),
max:strict(Math.max),
abs:strict(Math.abs),
floor:strict(Math.floor),
ceil:strict(Math.ceil),
round:strict(function(a){return Math.floor(a+0.5)})};
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
"""
"""What every script begins with."""

WORDS: Final = (
    "please write a whole number.",
    "please write a whole number of at least {least}.",
    "please write a whole number of at most {most}.",
    "please write a whole number from {least} to {most}.",
)
"""What is said to a number outside of its range, after the name of the field."""

CALCULATE: Final = "printkit.calculate()"

_TEXT = r'"(?:[^"\\\x00-\x1f]|\\u[0-9a-f]{4}|\\["\\])*"'
_NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
_CALLS = "|".join(OPERATIONS)
_TERM = rf'(?:p\.(?:{_CALLS})\(|v\("[a-z0-9.-]+"\)|{_NUMBER}|[,)])+'
_FUNCTION = rf'"[a-z0-9.-]+":function\(p,v\)\{{return {_TERM}\}}'
_WHOLE = pattern(
    rf"printkit\.words=\[(?:{_TEXT}(?:, )?)*\];\n"
    rf"printkit\.fields=\{{(?:{_FUNCTION}(?:,\n)?)*\}};"
)
_ACTION = pattern(r"printkit\.(?:calculate\(\)|check\((?:-?\d+|null),(?:-?\d+|null)\))")


def script(formulas: Mapping[str, Term], words: Iterable[str] = WORDS) -> str:
    """The script of a document: the library, and a function for each of these fields."""
    functions = ",\n".join(
        f"{json.dumps(name)}:function(p,v){{return {say(term)}}}" for name, term in formulas.items()
    )
    return f"{LIBRARY}printkit.words={json.dumps(list(words))};\nprintkit.fields={{{functions}}};"


def check(least: int | None, most: int | None) -> str:
    """The action that refuses what is no number, or none of this range."""
    bounds = ("null" if bound is None else str(bound) for bound in (least, most))
    return f"printkit.check({','.join(bounds)})"


def say(term: Term) -> str:
    """A formula as an expression of JavaScript over `p`, the library, and `v`, which reads."""
    match term:
        case Constant(value):
            return str(int(value)) if value == int(value) else repr(value)
        case FieldName(name):
            return f'v("{name}")'
        case Operation(do, terms):
            return f"p.{do}({','.join(map(say, terms))})"


def is_ours(text: str) -> bool:
    """Whether a script is one of ours, and so can do nothing but add up the fields around it."""
    text = text.replace("\r\n", "\n")
    if text.startswith(LIBRARY):
        return _WHOLE.fullmatch(text, len(LIBRARY)) is not None
    return _ACTION.fullmatch(text) is not None
