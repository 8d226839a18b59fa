"""The studio: printkit in the browser, for hosts, authors and the table.

`server` answers a page on this machine: `guard` lets nobody else in, `routes` is what can be asked,
`desk` has the work done in a process of its own (`worker`, `jobs`), of which only the newest answer
counts. `watching` notices files that change. `page/` is the page itself. There is no rule, no
layout and no drawing here: the same functions are asked as by the command line.
"""
