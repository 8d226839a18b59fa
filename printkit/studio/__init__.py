"""The studio: printkit in the browser, for hosts, authors and the table.

`server` assembles and runs it. `security` controls access, `routes` is the HTTP interface, `worker`
runs handlers in a child process (`handlers`, `editing`, `play`, `score`), and `watch` notices files
that change. `page/` is the page itself. Rules, layout and drawing are the same functions that the
command line uses.
"""
