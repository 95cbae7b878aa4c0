"""What a person types, read as one of the legal answers."""

import re

from barbu_arena.players.question_reader import Question

_SEATS = re.compile(r"[0-3]([ ,]*[0-3])*")
_PASSES = ("-", "pass", "no")


def typed_answer(text: str, question: Question) -> str | None:
    """Return the legal answer that is meant; None if it is none.

    An answer may be typed in small letters, a ten as ``10h``, a card or an announcement by its
    number in the list, the seats of a call in any order.
    """
    typed = text.strip()
    if question.kind == "double":
        return _call(typed.lower(), question)
    if typed.isascii() and typed.isdigit():
        number = int(typed) if len(typed) < 4 else 0
        return question.legal[number - 1] if 1 <= number <= len(question.legal) else None
    spelled = typed.lower()
    if question.kind == "play" and spelled.startswith("10"):
        spelled = f"t{spelled[2:]}"
    by_small = {answer.lower(): answer for answer in question.legal}
    return by_small.get(spelled)


def _call(typed: str, question: Question) -> str | None:
    if typed in _PASSES:
        call = "-"
    elif _SEATS.fullmatch(typed):
        call = ",".join(sorted(set(re.findall("[0-3]", typed))))
    else:
        return None
    return call if call in question.legal else None
