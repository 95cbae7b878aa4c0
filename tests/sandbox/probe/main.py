"""Tries what a bot must not be able to do, and says what came of it.

Reads one line of JSON, the bait; writes one line, act → result: words, or the name of an errno.
Run by the system's own Python, with nothing but the standard library. What is not refused has no
effect, for the same acts are also tried outside of the sandbox.
"""

import errno
import json
import os
import sys
from collections.abc import Callable
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import files
import kernel
import network
import processes


def result(act: Callable[[dict[str, Any]], str], bait: dict[str, Any]) -> str:
    try:
        return act(bait)
    except OSError as error:
        return errno.errorcode.get(error.errno, repr(error))
    except Exception as error:
        return repr(error)


def main() -> None:
    bait = json.loads(sys.stdin.readline())
    # First what is found, before the acts leave traces of their own.
    acts = {**processes.ACTS, **files.ACTS, **network.ACTS, **kernel.ACTS}
    sys.stdout.write(json.dumps({name: result(act, bait) for name, act in acts.items()}) + "\n")
    sys.stdout.flush()


main()
