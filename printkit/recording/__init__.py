"""Recording: keeps the record of a game while it is played, one answer at a time.

`session` is the dialogue: questions and answers as values, refusals with their rules, undo.
`answers` parses and formats typed answers, `opening` asks what has to be known first, `resuming`
continues an existing record, `store` saves it after every answer, and `plain` has prompts for
games without their own. Nothing here reads from or prints to a terminal, so that a terminal, a
script and a browser can use the same dialogue.
"""
