"""JSON without spaces, in UTF-8: the form of every line that the arena writes.

The one door to `orjson`, which is used where it is installed (the extra ``fast``): same bytes,
less time.
"""

import json
from collections.abc import Callable
from typing import Any

_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)


def compact_by_standard_library(value: Any) -> bytes:  # noqa: ANN401  JSON is any
    """Return a value as JSON without spaces, in UTF-8."""
    return _ENCODER.encode(value).encode()


_dumps: Callable[[Any], bytes]
try:
    from orjson import dumps as _dumps
except ImportError:
    _dumps = compact_by_standard_library


def compact(value: Any) -> bytes:  # noqa: ANN401
    """Return a value as JSON without spaces, in UTF-8, by the faster of the two ways at hand."""
    return _dumps(value)
