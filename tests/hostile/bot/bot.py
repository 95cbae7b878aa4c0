"""The misbehaving bot (tests/bots/misbehave, here as misbehave.py) with all that may do harm.

bot.py --how NAME [--at N] [--times M] [--ask KIND] [--contract NAME] [--seconds S] [--once]
[--tag TEXT]

--once: what is not legal is played the first time that it can be, and never again. The tag does
nothing, but is seen in lists of processes. What may do harm is done in the sandbox only:
behaviours.yaml says where.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import misbehave
import processes_left
import resources
import words

misbehave.ANSWERS.update(words.ANSWERS)
misbehave.AT_START.update(words.AT_START)
misbehave.DEEDS.update({**processes_left.DEEDS, **resources.DEEDS, **words.DEEDS})
if misbehave.HOW == "acts":
    import acts

    misbehave.DEEDS["acts"] = acts.do_all
if misbehave.HOW == "stop-reading":
    misbehave.answer = words.wanting_all(misbehave.answer)

sys.stdin = words.noted(sys.stdin)
misbehave.main()
