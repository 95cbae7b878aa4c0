"""What the tests of the rule sets share."""

from tests.rules.house_rules import written

__all__ = ["written"]
