"""What docs/messages.md says beside the schemas: its beginning, and how to use them."""

HEAD = """\
# Messages

<!-- Made by `python -m tests.schema.generate` from barbu_arena/schema and one played session. -->
"""

READING = """
How to begin is told in [authors.md](authors.md). The examples here are lines of one
session, as the bot on seat 2 heard and answered them; `→` is its answer. Types are in the words of
TypeScript; a `?` marks a field that may be absent.
"""

USE = """
## Checking lines

All of this page comes with the arena as JSON Schema, 2020-12, and as types:

    barbu-arena schema messages > messages.schema.json
    barbu-arena schema record > record.schema.json
    barbu-arena schema typescript > barbu.d.ts
    barbu-arena schema python > messages.py

`messages.schema.json` fits a line in either direction; its `$defs` are the parts, by the names of
this page. What a bot answers to a question is an `Answer`. With the package `jsonschema` of Python:

```python
import json, sys
from jsonschema import Draft202012Validator

schema = json.load(open("messages.schema.json"))
answer = Draft202012Validator({"$ref": "#/$defs/Answer", "$defs": schema["$defs"]})
for number, line in enumerate(sys.stdin, 1):
    for error in answer.iter_errors(json.loads(line)):
        print(f"line {number}, {error.json_path}: {error.message}")
```

With the package `ajv` of Node:

```javascript
const Ajv = require("ajv/dist/2020");
const schema = require("./messages.schema.json");

const answers = new Ajv().compile({ $ref: "#/$defs/Answer", $defs: schema.$defs });
const lines = require("fs").readFileSync(0, "utf8").trimEnd().split("\\n");
lines.forEach((line, index) => {
  if (!answers(JSON.parse(line))) console.log(`line ${index + 1}:`, answers.errors);
});
```

Fields that a schema does not know are allowed, for version 1 may grow. The schema says what a right
line looks like; the arena forgives a little more, and judges what no schema can, such as time:
[authors.md](authors.md).
"""
