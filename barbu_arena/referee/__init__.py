"""One table: ask, judge, record; replay without bots."""
