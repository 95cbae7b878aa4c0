"""A bot that answers well (the first legal answer) until it does one wrong thing, chosen by name.

bot.py --how NAME [--at N] [--times M] [--seconds S] [--ask KIND] [--contract NAME]: question 0 is
hello, 1 the first of the session, or the first of those that --ask and --contract choose. From
question N on it misbehaves, M times (for ever without), by S seconds if it is slow or late.
"""

import os
import signal
import subprocess
import sys
import time


def option(name: str, default: str) -> str:
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


HOW = option("--how", "well")
AT = int(option("--at", "1"))
END = AT + int(option("--times", "1000000"))
SECONDS = float(option("--seconds", "0.6"))
CHOSEN = [
    f'"{key}":"{option(name, "")}"'
    for name, key in (("--ask", "type"), ("--contract", "contract"))
    if name in sys.argv
]
"""What a question must hold to count; hello always does."""


def send(text: str) -> None:
    data = text.encode("utf-8", "surrogateescape")
    while data:
        data = data[os.write(1, data) :]


def answer(line: str) -> tuple[str, str]:
    """Return a question's id and the right answer, without importing json: it must start fast."""
    question = line.split('"id":"', 1)[1].split('"', 1)[0]
    if '"type":"hello"' in line:
        return question, f'{{"id":"{question}","protocol":1,"name":"misbehave","version":"1"}}'
    action = line.split('"legal":["', 1)[1].split('"', 1)[0]
    return question, f'{{"id":"{question}","action":"{action}"}}'


def sleep_for_ever() -> None:
    while True:
        time.sleep(3600)


def be_deaf() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def die_by(number: int) -> None:
    os.kill(os.getpid(), number)


ANSWERS = {
    # Each returns the text to send in the place of the right line.
    "garbage": lambda i, r: "Welcome to my bot!\n",
    "list": lambda i, r: "[1]\n",
    "null": lambda i, r: "null\n",
    "bare-word": lambda i, r: "QD\n",
    "illegal": lambda i, r: f'{{"id":"{i}","action":"11X"}}\n',
    "lower-case": lambda i, r: f'{{"id":"{i}","action":"qd"}}\n',
    "pass": lambda i, r: f'{{"id":"{i}","action":"--"}}\n',
    "wrong-id": lambda i, r: '{"id":"zzz","action":"2S"}\n',
    "no-id": lambda i, r: '{"action":"2S"}\n',
    "number-id": lambda i, r: '{"id":7,"action":"2S"}\n',
    "number-action": lambda i, r: f'{{"id":"{i}","action":7}}\n',
    "true-action": lambda i, r: f'{{"id":"{i}","action":true}}\n',
    "no-action": lambda i, r: f'{{"id":"{i}"}}\n',
    "two-lines": lambda i, r: f"{r}\n{r}\n",
    "guesses": lambda i, r: r + "\n" + '{"id":"00000000","action":"2S"}\n' * 3,
    "not-utf8": lambda i, r: r[:-2] + '\udcff"}\n',
    "nul": lambda i, r: r[:5] + "\0" + r[5:] + "\n",
    "deep": lambda i, r: r[:-1] + ',"x":' + "[" * 30000 + "]" * 30000 + "}\n",
    "deep-17": lambda i, r: r[:-1] + ',"x":' + "[" * 16 + "]" * 16 + "}\n",
    "big-number": lambda i, r: r[:-1] + ',"x":' + "9" * 60000 + "}\n",
    "float": lambda i, r: r[:-1] + ',"x":1.5}\n',
    "nan": lambda i, r: r[:-1] + ',"x":NaN}\n',
    "duplicate-key": lambda i, r: r[:-1] + f',"id":"{i}"}}\n',
    "surrogate": lambda i, r: r[:-1] + ',"x":"\\ud800"}\n',
    "long-line": lambda i, r: r + " " * 70000 + "\n",
    "protocol-2": lambda i, r: f'{{"id":"{i}","protocol":2,"name":"x","version":"1"}}\n',
    "no-protocol": lambda i, r: f'{{"id":"{i}","name":"x","version":"1"}}\n',
    "no-name": lambda i, r: f'{{"id":"{i}","protocol":1,"version":"1"}}\n',
    "bad-name": lambda i, r: f'{{"id":"{i}","protocol":1,"name":"a\\u001b[2J","version":"1"}}\n',
    "long-name": lambda i, r: f'{{"id":"{i}","protocol":1,"name":"{"n" * 41}","version":"1"}}\n',
    "bad-wants": lambda i, r: r[:-1] + ',"wants":"events"}\n',
    # What is tolerated:
    "well": lambda i, r: r + "\n",
    "crlf": lambda i, r: r + "\r\n",
    "bom": lambda i, r: "\ufeff" + r + "\n",
    "blank-lines": lambda i, r: "\n\r\n  \n" + r + "\n\n",
    "spaces": lambda i, r: "  " + r.replace('":', '" : ').replace(',"', ' , "') + "  \n",
    "unknown-fields": lambda i, r: r[:-1] + ',"mood":"good","list":[1,{"a":null}]}\n',
    "remarks": lambda i, r: r[:-1] + ',"margin":-5,"legal":["KH","\\u001b"],"note":"so"}\n',
    "unicode-escape": lambda i, r: r.replace("action", "\\u0061ction") + "\n",
    "deep-16": lambda i, r: r[:-1] + ',"x":' + "[" * 15 + "]" * 15 + "}\n",
    "wants": lambda i, r: r[:-1] + ',"wants":["events","deals","more"]}\n',
    "ignore-eof": lambda i, r: r + "\n",
    "ignore-signals": lambda i, r: r + "\n",
}


def endless(text: str) -> None:
    while True:
        send(text)


def slow(question: str, right: str) -> None:
    time.sleep(SECONDS)
    send(right + "\n")


def half_line(question: str, right: str) -> None:
    send(right[:9])
    sleep_for_ever()


def half_line_late(question: str, right: str) -> None:
    send(right[:9])
    time.sleep(SECONDS)
    send(right[9:] + "\n")


def early(question: str, right: str) -> None:
    send(right + "\n")
    time.sleep(0.02)
    send('{"id":"00000000","action":"2S"}\n')


def dribble(question: str, right: str) -> None:
    for byte in right + "\n":
        send(byte)
        time.sleep(0.05)


def answer_then_exit(question: str, right: str) -> None:
    send(right + "\n")
    os._exit(0)


def garbage_then_exit(question: str, right: str) -> None:
    send("oops\n")
    os._exit(0)


def close(fd: int) -> None:
    os.close(fd)
    sleep_for_ever()


def stderr_flood(question: str, right: str) -> None:
    os.write(2, b"e" * 65536 * 8)
    send(right + "\n")


def stderr_endless(question: str, right: str) -> None:
    while True:
        os.write(2, b"e" * 65536)


def stderr_escapes(question: str, right: str) -> None:
    os.write(2, b"\x1b[2J<script>=1+1\n")
    send(right + "\n")


def start_child(**pipes: int) -> None:
    command = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(3600)"]
    subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, **pipes)


def exit_with_grandchild(question: str, right: str) -> None:
    start_child()
    os._exit(0)


def grandchild(question: str, right: str) -> None:
    start_child(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    send(right + "\n")


def daemon(question: str, right: str) -> None:
    """Leave a process behind that left the session, ignores signals and has no parent."""
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        be_deaf()
        for fd in (0, 1, 2):
            os.close(fd)
        sleep_for_ever()
    os.waitpid(child, 0)
    send(right + "\n")


DEEDS = {
    # What is more than another text.
    "silent": lambda i, r: sleep_for_ever(),
    "slow": slow,
    "late": slow,
    "half-line": half_line,
    "half-line-late": half_line_late,
    "early": early,
    "dribble": dribble,
    "flood": lambda i, r: endless("x" * 65536),
    "flood-lines": lambda i, r: endless((r + "\n") * 100),
    "flood-blank": lambda i, r: endless("\n" * 65536),
    "exit-0": lambda i, r: os._exit(0),
    "exit-3": lambda i, r: os._exit(3),
    "abort": lambda i, r: die_by(signal.SIGABRT),
    "kill": lambda i, r: die_by(signal.SIGKILL),
    "stop": lambda i, r: die_by(signal.SIGSTOP),
    "answer-then-exit": answer_then_exit,
    "garbage-then-exit": garbage_then_exit,
    "close-stdout": lambda i, r: close(1),
    "close-stdin": lambda i, r: close(0),
    "stderr-flood": stderr_flood,
    "stderr-endless": stderr_endless,
    "stderr-escapes": stderr_escapes,
    "exit-with-grandchild": exit_with_grandchild,
    "grandchild": grandchild,
    "daemon": daemon,
}

AT_START = {
    # What is done before the first question.
    "exit-at-once": lambda: os._exit(1),
    "segv-at-once": lambda: die_by(signal.SIGSEGV),
    "banner": lambda: send("Welcome\n"),
    "flood-at-once": lambda: endless("x" * 65536),
    "ignore-eof": be_deaf,
    "ignore-signals": be_deaf,
}


def misbehave(question: str, right: str) -> None:
    if HOW in ANSWERS:
        send(ANSWERS[HOW](question, right))
    else:
        DEEDS[HOW](question, right)


def main() -> None:
    if HOW in AT_START:
        AT_START[HOW]()
    asked = 0
    for line in sys.stdin:
        if not line.startswith('{"id":"'):
            continue
        question, right = answer(line)
        counts = '"type":"hello"' in line or all(text in line for text in CHOSEN)
        if counts and AT <= asked < END:
            misbehave(question, right)
        else:
            send(right + "\n")
        asked += counts
    if HOW == "ignore-eof":
        sleep_for_ever()


if __name__ == "__main__":
    main()
