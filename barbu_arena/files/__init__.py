"""The disk: YAML in, the results folder in and out."""
