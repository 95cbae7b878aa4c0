"""The trivial Python bot of the benchmarks: answers every question with the first legal answer."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "legal" in message:
        answer = {"id": message["id"], "action": message["legal"][0]}
    elif message["type"] == "hello":
        answer = {"id": message["id"], "protocol": 1, "name": "first", "version": "1"}
    else:
        continue
    print(json.dumps(answer), flush=True)
