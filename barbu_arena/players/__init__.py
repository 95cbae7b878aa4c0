"""One bot: its messages, its process, its deadline."""
