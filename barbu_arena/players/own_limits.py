"""The arena's own limits, as `ulimit -H` shows them: none of its bots can be given more.

In a sandbox they would fail as they start, and it would look like their own fault.
"""

from collections.abc import Mapping

_KIB = 1024
_ULIMITS = {
    "nproc": ("processes", "-u", 1),
    "data": ("memory for data in KiB", "-d", _KIB),
    "fsize": ("file size in KiB", "-f", _KIB),
    "nofile": ("open files", "-n", 1),
}
"""By the option of `prlimit`: what it limits, and how `ulimit` calls it and counts it."""


def limit_in_the_way(given: Mapping[str, int]) -> str:
    """Return in words which limit is above the arena's own; empty if none is.

    `given` are the options of `prlimit` with numbers or bytes.
    """
    import resource  # noqa: PLC0415  Windows has none, and no sandbox

    for name, wanted in given.items():
        _, own = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))
        if own != resource.RLIM_INFINITY and wanted > own:
            what, option, unit = _ULIMITS[name]
            return (
                f"the arena's own limit of {what} is {own // unit} (ulimit -H {option}), "
                f"and a bot is given {-(-wanted // unit)}"
            )
    return ""
