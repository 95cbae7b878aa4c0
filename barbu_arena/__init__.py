"""A tournament runner for bots that play Barbu."""

__version__ = "1.0.0"
