"""Recording: keeps the record of a game while it is played, one answer at a time.

`sitting` is the dialogue: questions and answers as values, refusals with the rule in words, undo.
`answers` reads and spells answers as they are typed, `resuming` goes on with a record that is there
already, `keeping` saves it after every answer, and `plain` asks for games without prompts of their
own. Nothing here prints or reads a key, so that a terminal, a script and a browser can drive the
same dialogue.
"""
