"""What all tests share: where coverage is traced, it is of the tests' own processes alone.

Workers that are forked play whole sessions, which takes twice as long when it is traced; what they
run is covered by tests that call it.
"""

import os
import sys

os.register_at_fork(after_in_child=lambda: sys.settrace(None))
