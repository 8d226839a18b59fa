"""Recording: keeps the record of a game while it is played, one answer at a time.

`setup` asks what has to be known before the game, and `session` is the dialogue: questions and
answers as values, refusals with their rules, undo. `answers` parses and formats typed answers,
`resuming` continues an existing record, `store` saves it after every answer, and `default_prompts`
is for games without their own. Nothing here reads from or prints to a terminal, so that a
terminal, a script and a browser can use the same dialogue.
"""
