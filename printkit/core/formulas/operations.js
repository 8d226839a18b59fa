// The operations of formulas: the same text is part of the script of a fillable PDF.
function number(x){return x>=-1e15&&x<=1e15?x:null}
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
export{p as operations};
