"""The studio: printkit in the browser, for hosts, authors and the table.

`server` puts it together and runs it. `security` decides who may talk to it, `routes` is what can
be asked, `worker` has it worked out in a child process (`jobs`, `play`), and `watch` notices files
that change. `page/` is the page itself. There is no rule, no layout and no drawing here: the same
functions are asked as by the command line.
"""
