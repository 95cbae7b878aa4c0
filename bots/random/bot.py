"""Any legal answer, drawn from the seed; doubles only when it must."""

import json
import random
import sys


def answer(question, seed):
    legal = question["legal"]
    if question["type"] == "double":
        # The list begins with the pass or, when a double is owed, with the calls of one target.
        legal = legal[:1] if legal[0] == "-" else [call for call in legal if len(call) == 1]
    # A fresh generator for each question: the answer hangs on the question and the seed alone, so
    # asking again, or after a restart, gives the same one.
    kind = "choose double play".find(question["type"])
    place = (question["deal"] * 20 + kind) * 20 + len(question["hand"])
    return legal[int(random.Random(seed * 100_000 + place).random() * len(legal))]


def main():
    seed = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("type") == "session":
            seed = message["seed"]
        elif message.get("type") == "hello":
            say(id=message["id"], protocol=1, name="random", version="1.0")
        elif "legal" in message:
            say(id=message["id"], action=answer(message, seed))


def say(**message):
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
