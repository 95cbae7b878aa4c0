"""A bot that answers well (the first legal answer) until it does one wrong thing, chosen by name.

bot.py --how NAME [--at N] [--times M] [--seconds S]: question 0 is hello, 1 the first of the
session. From question N on it misbehaves, M times (for ever without), by S seconds if it is slow or
late.
"""

import os
import signal
import subprocess
import sys
import time


def option(name, default):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


HOW = option("--how", "well")
AT = int(option("--at", "1"))
END = AT + int(option("--times", "1000000"))
SECONDS = float(option("--seconds", "0.6"))


def send(data):
    if isinstance(data, str):
        data = data.encode()
    while data:
        data = data[os.write(1, data) :]


def answer(line):
    """Return the right answer to a question, without importing json: it must start fast."""
    question = line.split('"id":"', 1)[1].split('"', 1)[0]
    if '"type":"hello"' in line:
        return question, f'{{"id":"{question}","protocol":1,"name":"misbehave","version":"1"}}'
    action = line.split('"legal":["', 1)[1].split('"', 1)[0]
    return question, f'{{"id":"{question}","action":"{action}"}}'


def sleep_for_ever():
    while True:
        time.sleep(3600)


def endless(data):
    while True:
        send(data)


def dribble(right):
    for byte in right + "\n":
        send(byte)
        time.sleep(0.05)


def grandchild(right, keep_pipe):
    out = None if keep_pipe else subprocess.DEVNULL
    subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", "import time; time.sleep(3600)"],
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=out,
        start_new_session=True,
    )
    return right


def daemon():
    """Leave a process behind that left the session, ignores signals and has no parent."""
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        for fd in (0, 1, 2):
            os.close(fd)
        sleep_for_ever()


ANSWERS = {
    # Each returns the bytes to send in the place of the right line.
    "garbage": lambda i, r: "Welcome to my bot!\n",
    "list": lambda i, r: "[1]\n",
    "null": lambda i, r: "null\n",
    "bare-word": lambda i, r: "QD\n",
    "illegal": lambda i, r: f'{{"id":"{i}","action":"11X"}}\n',
    "lower-case": lambda i, r: f'{{"id":"{i}","action":"qd"}}\n',
    "wrong-id": lambda i, r: '{"id":"zzz","action":"2S"}\n',
    "no-id": lambda i, r: '{"action":"2S"}\n',
    "number-id": lambda i, r: '{"id":7,"action":"2S"}\n',
    "number-action": lambda i, r: f'{{"id":"{i}","action":7}}\n',
    "true-action": lambda i, r: f'{{"id":"{i}","action":true}}\n',
    "no-action": lambda i, r: f'{{"id":"{i}"}}\n',
    "two-lines": lambda i, r: f"{r}\n{r}\n",
    "guesses": lambda i, r: r + "\n" + '{"id":"00000000","action":"2S"}\n' * 3,
    "not-utf8": lambda i, r: r.encode()[:-2] + b'\xff"}\n',
    "nul": lambda i, r: r[:5] + "\0" + r[5:] + "\n",
    "deep-1000": lambda i, r: r[:-1] + ',"x":' + "[" * 1000 + "]" * 1000 + "}\n",
    "deep": lambda i, r: r[:-1] + ',"x":' + "[" * 60000 + "]" * 60000 + "}\n",
    "deep-17": lambda i, r: r[:-1] + ',"x":' + "[" * 17 + "]" * 17 + "}\n",
    "big-number": lambda i, r: r[:-1] + ',"x":' + "9" * 60000 + "}\n",
    "float": lambda i, r: r[:-1] + ',"x":1.5}\n',
    "nan": lambda i, r: r[:-1] + ',"x":NaN}\n',
    "duplicate-key": lambda i, r: r[:-1] + f',"id":"{i}"}}\n',
    "surrogate": lambda i, r: r[:-1] + ',"x":"\\ud800"}\n',
    "long-line": lambda i, r: r + " " * 70000 + "\n",
    "protocol-2": lambda i, r: f'{{"id":"{i}","protocol":2,"name":"x","version":"1"}}\n',
    "no-protocol": lambda i, r: f'{{"id":"{i}","name":"x","version":"1"}}\n',
    "bad-name": lambda i, r: f'{{"id":"{i}","protocol":1,"name":"a\\u001b[2J","version":"1"}}\n',
    "long-name": lambda i, r: f'{{"id":"{i}","protocol":1,"name":"{"n" * 41}","version":"1"}}\n',
    "bad-wants": lambda i, r: r[:-1] + ',"wants":"events"}\n',
    "no-name": lambda i, r: f'{{"id":"{i}","protocol":1,"version":"1"}}\n',
    # What is tolerated:
    "deep-15": lambda i, r: r[:-1] + ',"x":' + "[" * 15 + "]" * 15 + "}\n",
    "wants": lambda i, r: r[:-1] + ',"wants":["events","deals","more"]}\n',
    "crlf": lambda i, r: r + "\r\n",
    "bom": lambda i, r: "\ufeff" + r + "\n",
    "blank-lines": lambda i, r: "\n\r\n  \n" + r + "\n\n",
    "spaces": lambda i, r: "  " + r.replace(":", " : ").replace(",", " , ") + "  \n",
    "unknown-fields": lambda i, r: r[:-1] + ',"mood":"good","list":[1,{"a":null}]}\n',
    "unicode-escape": lambda i, r: r.replace("action", "\\u0061ction") + "\n",
}


def misbehave(question, right):  # noqa: C901, PLR0912, PLR0915  one branch a behaviour
    if HOW in ANSWERS:
        send(ANSWERS[HOW](question, right))
    elif HOW == "silent":
        sleep_for_ever()
    elif HOW == "slow":
        time.sleep(SECONDS)
        send(right + "\n")
    elif HOW == "early":
        send(right + "\n")
        time.sleep(0.02)
        send('{"id":"00000000","action":"2S"}\n')
    elif HOW == "half-line":
        send(right[:9])
        sleep_for_ever()
    elif HOW == "half-line-late":
        send(right[:9])
        time.sleep(SECONDS)
        send(right[9:] + "\n")
    elif HOW == "dribble":
        dribble(right)
    elif HOW == "flood":
        endless("x" * 65536)
    elif HOW == "flood-lines":
        endless((right + "\n") * 100)
    elif HOW == "flood-blank":
        endless("\n" * 65536)
    elif HOW == "exit-0":
        os._exit(0)
    elif HOW == "exit-3":
        os._exit(3)
    elif HOW == "abort":
        os.kill(os.getpid(), signal.SIGABRT)
    elif HOW == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif HOW == "answer-then-exit":
        send(right + "\n")
        os._exit(0)
    elif HOW == "garbage-then-exit":
        send("oops\n")
        os._exit(0)
    elif HOW == "close-stdout":
        os.close(1)
        sleep_for_ever()
    elif HOW == "close-stdin":
        os.close(0)
        sleep_for_ever()
    elif HOW == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif HOW == "stderr-flood":
        os.write(2, b"e" * 65536 * 8)
        send(right + "\n")
    elif HOW == "stderr-endless":
        while True:
            os.write(2, b"e" * 65536)
    elif HOW == "stderr-escapes":
        os.write(2, b"\x1b[2J<script>=1+1\n")
        send(right + "\n")
    elif HOW == "exit-with-grandchild":
        grandchild(right, keep_pipe=True)
        os._exit(0)
    elif HOW == "grandchild":
        send(grandchild(right, keep_pipe=False) + "\n")
    elif HOW == "daemon":
        daemon()
        send(right + "\n")
    elif HOW in ("well", "ignore-eof", "ignore-signals"):
        send(right + "\n")
    else:
        sys.exit(f"no such behaviour: {HOW}")


def main():
    if HOW == "exit-at-once":
        os._exit(1)
    if HOW == "segv-at-once":
        os.kill(os.getpid(), signal.SIGSEGV)
    if HOW == "banner":
        send("Welcome\n")
    if HOW == "flood-at-once":
        endless("x" * 65536)
    if HOW in ("ignore-eof", "ignore-signals"):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    asked = 0
    for line in sys.stdin:
        if not line.startswith('{"id":"'):
            continue
        question, right = answer(line)
        if AT <= asked < END:
            misbehave(question, right)
        else:
            send(right + "\n")
        asked += 1
    if HOW == "ignore-eof":
        sleep_for_ever()


main()
