"""What is played, by whom, and what it adds up to."""
